export function Paragraphs({ text }: { text: readonly string[] }) {
  return text.map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}
