import { connectCalls } from '#src/paths.ts';

/** Contains every element allowed in an article, so that a frame includes the styles for all of them. */
const html = `<h2>a</h2><h3>b</h3><h4>c</h4><p>d <a href="/">e</a> <a href="https://other.example/">f</a> <b>g</b>
<strong>h</strong> <em>i</em> <code>j</code> <img src="/a.svg" alt="k"></p><ul><li>l</li><li>m</li></ul>
<ol><li>n</li><li>o</li></ol><blockquote><p>p</p></blockquote><pre><code>q</code></pre><hr>
<figure><img src="/b.svg" alt=""><figcaption>r</figcaption></figure>
<table><thead><tr><th>s</th></tr></thead><tbody><tr><td>t</td></tr></tbody></table>`;

const createdAt = '2026-01-01T00:00:00.000Z';
const description = Buffer.from(html).toString('base64');
const media = ['one', 'two', 'three'].map((name, index) => ({
  _id: name,
  title: name,
  ...(index > 0 ? { img_uri: `/${name}.svg` } : {}),
  description,
  createdAt,
}));
const closesAt = '2036-01-01T00:00:00.000Z';
const vacancies = [
  { _id: 'one', name: 'one', type: 'full-time', createdAt, description: html, closesAt },
  { _id: 'two', name: 'two', type: 'open application', createdAt },
];

export async function sampleResponse(call: string): Promise<{ status: number; payload: unknown }> {
  if (call === connectCalls.jobList) return { status: 200, payload: vacancies };
  if (call.startsWith(connectCalls.mediaDetailPrefix)) return { status: 200, payload: media[1] };
  return { status: 200, payload: media };
}
