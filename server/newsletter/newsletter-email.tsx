import { excerpt } from '#src/lib/excerpt.ts';
import { plainText } from '#src/lib/plain-text.ts';
import { shorten, textLimits } from '#src/lib/shorten.ts';
import { mediaDetailPath } from '#src/paths.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import { htmlText } from '../lib/html-text.ts';
import { toHtml } from '../lib/markdown.ts';
import { render } from '../lib/render.ts';
import { sanitizerOf } from '../lib/sanitizers.ts';
import { mailPicture, type Picture } from '../pictures/pictures.ts';
import type { Db } from '../store/schema.ts';
import { articlesOf, type Newsletter, unsubscribeMark } from './newsletters.ts';

export type Email = { html: string; plain: string; pictures: Picture[] };

/** Gmail cuts off emails at about 100 KB. */
export const mostEmailBytes = 90_000;
const text = { fontFamily: 'Arial, sans-serif', fontSize: '16px', lineHeight: '24px' };
const link = { color: '#3d6311', textDecoration: 'underline' };
/** Email programs without media queries keep the light colours. */
const dark = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.page{background:#0e1712!important}
.card{background:#121e17!important;color:#e9f0e4!important}.card a{color:#a9d66a!important}}`;

/** Renders a newsletter as it is sent to everyone. */
export async function makeEmail(db: Db, newsletter: Newsletter, siteUrl: string): Promise<Email> {
  const sanitize = await sanitizerOf(siteUrl, false);
  const pictures: Picture[] = [];
  const picture = async (address: string | null) => {
    const made = address === null ? undefined : await mailPicture(db, address);
    if (made) pictures.push(made);
    return made && siteUrl + made.src;
  };
  const articles = [];
  for (const { id, title, lead, body, image } of await articlesOf(db, newsletter.articles))
    articles.push({
      title,
      url: siteUrl + mediaDetailPath(id),
      lead: excerpt({ lead, html: sanitize(body) }, textLimits.listText),
      image: await picture(image),
    });
  // Pictures in the introduction would need sizes of their own.
  const opening = sanitize(toHtml(newsletter.source))
    .replace(/<img\b[^>]*>/g, '')
    .replaceAll('href="/', `href="${siteUrl}/`);
  const first = plainText(opening).trim() || articles.map(({ title }) => title).join(', ');
  const why = `You are receiving this because you subscribed to the ${site.name} newsletter.`;
  const plain = [
    await htmlText(opening, siteUrl),
    ...articles.map((one) => `${one.title}\n\n${one.lead}\n\n${one.url}`),
    `--\n${why}\n${site.name}, ${company.office.address}\nUnsubscribe: ${unsubscribeMark}\n`,
  ];
  const page = (
    <html lang={site.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{newsletter.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: dark }} />
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: '#f0f4e8' }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{shorten(first, 100)}</div>
        <table role="presentation" width="100%" cellPadding="0" cellSpacing="0">
          <tbody>
            <tr>
              <td align="center">
                <table
                  className="card"
                  role="presentation"
                  width="600"
                  cellPadding="0"
                  cellSpacing="0"
                  bgcolor="#ffffff"
                  style={{ ...text, width: '100%', maxWidth: '600px', color: '#14211a' }}
                >
                  <tbody>
                    <tr>
                      <td style={{ backgroundColor: '#0b1510', padding: '16px 24px' }}>
                        <img
                          src={`${siteUrl}/icons/icon-192.png`}
                          width="48"
                          height="48"
                          alt={site.name}
                          style={{ display: 'block', color: '#ffffff' }}
                        />
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '24px 24px 0' }} dangerouslySetInnerHTML={{ __html: opening }} />
                    </tr>
                    {articles.map(({ title, url, lead, image }) => (
                      <tr key={url}>
                        <td style={{ padding: '24px 24px 0' }}>
                          {image && (
                            <a href={url}>
                              <img
                                src={image}
                                width="552"
                                alt={title}
                                style={{ display: 'block', width: '100%', maxWidth: '552px', height: 'auto' }}
                              />
                            </a>
                          )}
                          <h2 style={{ ...text, fontSize: '20px', margin: '16px 0 8px' }}>
                            <a href={url} style={link}>
                              {title}
                            </a>
                          </h2>
                          <p style={{ margin: '0 0 16px' }}>{lead}</p>
                          <table role="presentation" cellPadding="0" cellSpacing="0">
                            <tbody>
                              <tr>
                                <td style={{ backgroundColor: '#44690f', padding: '12px 20px' }}>
                                  <a href={url} style={{ ...text, color: '#ffffff', textDecoration: 'none' }}>
                                    <span style={{ color: '#ffffff' }}>Read more</span>
                                  </a>
                                </td>
                              </tr>
                            </tbody>
                          </table>
                        </td>
                      </tr>
                    ))}
                    <tr>
                      <td style={{ padding: '32px 24px', fontSize: '14px' }}>
                        <p style={{ margin: 0 }}>{why}</p>
                        <p style={{ margin: '8px 0' }}>
                          {site.name}, {company.office.address}
                        </p>
                        <a href={unsubscribeMark} style={link}>
                          Unsubscribe
                        </a>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
  // Remove React's picture preloads, which email programs ignore.
  const whole = render(page).replace(/<link rel="preload"[^>]*>/g, '');
  return { html: whole, plain: plain.join('\n\n'), pictures };
}
