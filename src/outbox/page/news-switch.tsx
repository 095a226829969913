import { AlertsSwitch } from '#src/components/alerts-switch.tsx';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { submissions } from '#src/outbox/page/submissions.ts';
import { newsWords } from '#src/words/alerts.ts';

import { findNews, turnOffNews, turnOnNews } from './followed.ts';

/** "Tell me when there is news". Renders nothing without a record, because a notification could not open the application. */
export function NewsSwitch({ secret }: { secret: string }) {
  const record = useProxyState(submissions).all.find((one) => one.secret === secret);
  if (record === undefined) return null;
  return (
    <AlertsSwitch
      feature="news"
      name={record.id}
      words={newsWords}
      find={() => findNews(record)}
      turnOn={() => turnOnNews(secret)}
      turnOff={() => turnOffNews(secret)}
    >
      {newsWords.otherWays}
    </AlertsSwitch>
  );
}
