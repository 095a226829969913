import { Picture } from '#src/components/picture.tsx';

/** The name stands beside it, so the picture needs no text of its own. */
export function Portrait({ person }: { person: { img_url: string } }) {
  return <Picture className="portrait" picture={{ src: person.img_url, alt: '', width: 320, height: 320 }} />;
}
