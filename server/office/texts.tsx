import { sanitizerOf } from '../lib/sanitizers.ts';
import { Button, Fold } from './components.tsx';

export type FormValues = Record<string, string | number | null>;

export async function preview(text: string, siteUrl: string) {
  const inner = { __html: (await sanitizerOf(siteUrl, true))(text) };
  return <article className="article-body" dangerouslySetInnerHTML={inner} />;
}

const formatting = `
## Heading
**bold**, *italic*
[words of a link](https://address)
- a point of a list
> a quote
An empty line begins a new paragraph.`;

const marks = ['Heading', 'Bold', 'Link', 'List', 'Quote'];

type MarkdownProps = { label: string; value: FormValues[string] | undefined; hasPictures?: boolean };

export function MarkdownField({ label, value, hasPictures = false }: MarkdownProps) {
  const all = hasPictures ? [...marks, 'Picture'] : marks;
  return (
    <div className="mb-4">
      <label className="form-label d-block" htmlFor="source">
        {label}
      </label>
      <div className="office-toolbar hstack flex-wrap gap-2" role="toolbar" aria-label="Format" hidden>
        {all.map((name) => (
          <Button key={name} type="button" data-mark={name}>
            {name}
          </Button>
        ))}
      </div>
      <textarea className="form-control" id="source" name="source" rows={12} defaultValue={value ?? ''} />
      <p className="form-text" role="status" data-losses />
      <Fold summary="How to format">
        <pre>{formatting}</pre>
      </Fold>
    </div>
  );
}
