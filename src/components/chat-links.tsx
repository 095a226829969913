import { company, telUrl, whatsappChat, whatsappChatWith } from '#src/words/site.ts';

import { OutsideLink } from './link.tsx';

/** Links to call us and to chat on WhatsApp. `message`: a text to begin the chat with. */
export function ChatLinks({ message }: { message?: string }) {
  const [phone] = company.phones;
  return (
    <>
      <a className="py-1" href={telUrl(phone)}>
        {phone}
      </a>{' '}
      <OutsideLink className="py-1" href={message ? whatsappChatWith(message) : whatsappChat.href}>
        {whatsappChat.label}
      </OutsideLink>
    </>
  );
}
