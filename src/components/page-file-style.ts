/** The style of a saved file. Plain rules first, because any browser may open it; newer ones add the dark colours. */
export const pageFileStyle = `
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: #fbfcf8; color: #14211a; font: 17px/1.6 -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; word-wrap: break-word; overflow-wrap: break-word }
header, main { display: block }
.in { max-width: 44em; margin: 0 auto; padding: 1px 18px }
main.in { padding-top: 24px; padding-bottom: 24px }
.top { background: #0b1510; color: #f4f8ef; border-bottom: 4px solid #70a12f; padding: 18px 0 }
.top img { display: block; border: 0 }
.kind { margin: 22px 0 0; color: #9ccb52; font-weight: bold }
h1, h2, h3, h4 { line-height: 1.25; margin: 28px 0 8px }
h1 { font-size: 30px; margin: 4px 0 8px }
h2 { font-size: 23px }
h3 { font-size: 19px }
p, ul, ol, table, pre, blockquote, figure { margin: 0 0 16px }
li { margin-bottom: 6px }
a { color: #3d6311 }
figure { padding: 0 }
blockquote { border-left: 3px solid #b9862a; padding: 2px 0 2px 18px }
pre, .text div { overflow-x: auto }
pre { background: #f0f4e8; padding: 14px }
pre, code { font-family: Consolas, Menlo, "Liberation Mono", monospace; font-size: 15px }
table { border-collapse: collapse }
th, td { text-align: left; vertical-align: top; padding: 6px 20px 6px 0; border-bottom: 1px solid #d8e0cd }
.facts { width: 100% }
.facts th { width: 5.5em; font-weight: normal; color: #4c5b51 }
.facts td { padding-right: 0; word-break: break-word }
@media (max-width: 30em) {
.facts th, .facts td { display: block; width: auto; padding-right: 0 }
.facts th { padding-bottom: 0; border: 0 }
.facts td { padding-top: 0 }
}
.box { margin: 32px 0; padding: 4px 18px 10px; background: #f0f4e8; border-left: 4px solid #70a12f }
.box h2 { margin-top: 14px }
.small { font-size: 15px; color: #4c5b51 }
@media (prefers-color-scheme: dark) {
body { background: #0e1712; color: #e9f0e4 }
a { color: #a9d66a }
th, td { border-color: #2a3b30 }
.facts th, .small { color: #a9b8ab }
.box, pre { background: #16231b }
}
@media print {
body, .top, .box, pre { background: #fff; color: #000 }
.top { padding: 0 }
.top img { display: none }
.kind, .small, .facts th, a { color: #000 }
.box { page-break-inside: avoid; border: 1px solid #000 }
h1, h2, h3, h4 { page-break-after: avoid }
}
`;
