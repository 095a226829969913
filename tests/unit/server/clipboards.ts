/** What programs put on the clipboard: their html, and its words. */
const word = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=EN-GB><!--StartFragment-->${body}<!--EndFragment--></body></html>`;
const docs = (body: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5a1">${body}</b>`;
const sheet = (rows: string[][], cell = 'td') =>
  `<table>${rows.map((cells) => `<tr>${cells.map((text) => `<${cell}>${text}</${cell}>`).join('')}</tr>`).join('')}</table>`;

export const clipboards: [program: string, html: string, words: string][] = [
  [
    'Word: a heading and a list',
    word(
      `<h2>What we need<o:p></o:p></h2><p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span></span>100*80*1.6 mm boards<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>K5~K10 each<o:p></o:p></p>`,
    ),
    'What we need 100*80*1.6 mm boards K5~K10 each',
  ],
  [
    'Word: bold that ends inside a word',
    word(
      `<p class=MsoNormal><b>Appl</b>y before <b><span lang=EN-US>Friday</span></b>, <i>please</i>. Write to <a href="mailto:john_phiri@gmail.com">john_phiri@gmail.com</a><o:p></o:p></p>`,
    ),
    'Apply before Friday, please. Write to john_phiri@gmail.com',
  ],
  [
    'Word: placeholders and brackets',
    word(
      `<p class=MsoNormal>Send your plan to &lt;your branch manager&gt; [urgent] before 5 &lt; 6 p.m.<o:p></o:p></p>`,
    ),
    'Send your plan to <your branch manager> [urgent] before 5 < 6 p.m.',
  ],
  [
    "Word's web: paragraphs of spans",
    `<div class="OutlineElement Ltr SCXW1" style="direction:ltr"><p class="Paragraph SCXW1"><span data-contrast="auto" class="TextRun SCXW1"><span class="NormalTextRun SCXW1">We solder </span></span><span class="TextRun SCXW1" style="font-weight:bold"><span class="NormalTextRun SCXW1">by hand</span></span><span class="EOP SCXW1">&nbsp;</span></p></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1 SCXW1"><li class="OutlineElement SCXW1"><p class="Paragraph SCXW1"><span class="TextRun SCXW1">One_two</span></p></li></ul></div>`,
    'We solder by hand One_two',
  ],
  [
    "Word's web: a line break",
    `<p class="Paragraph SCXW2"><span class="TextRun SCXW2">Plot 2374</span><span class="LineBreakBlob BlobObject SCXW2"><span class="SCXW2">&nbsp;</span><br class="SCXW2"></span><span class="TextRun SCXW2">Lusaka</span></p>`,
    'Plot 2374 Lusaka',
  ],
  [
    'Google Docs: headings, bold by weight',
    docs(
      `<h2 dir="ltr"><span style="font-weight:400">Opening</span></h2><p dir="ltr"><span style="font-weight:700">Mon</span><span style="font-weight:400">day at 5:30 *sharp*</span></p>`,
    ),
    'Opening Monday at 5:30 *sharp*',
  ],
  [
    'Google Docs: a list in a list, a form',
    docs(
      `<ol><li dir="ltr"><p dir="ltr"><span>Fill in https://docs.google.com/forms/d/e/1FAI_x_y/viewform</span></p></li><ul><li dir="ltr"><p dir="ltr"><span>before 1.5.</span></p></li></ul></ol>`,
    ),
    'Fill in https://docs.google.com/forms/d/e/1FAI_x_y/viewform before 1.5.',
  ],
  [
    'Google Sheets',
    `<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}--></style>${sheet(
      [
        ['Place', 'Hours'],
        ['Lusaka', '8|17'],
      ],
    )}`,
    'Place Hours Lusaka 8|17',
  ],
  [
    'Outlook: a mail with a signature',
    word(
      `<div class=WordSection1><p class=MsoNormal>Dear all,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>the code is a_b_c &amp;lt; see <a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fhcs.example%2Fx&amp;data=1">our page</a>.<o:p></o:p></p><p class=MsoNormal>-- <o:p></o:p></p><p class=MsoNormal>Mwila<o:p></o:p></p></div>`,
    ),
    'Dear all, the code is a_b_c &lt; see our page. -- Mwila',
  ],
  [
    'Outlook on the web',
    `<div style="font-family: Aptos; font-size: 12pt;">Hello <b>team</b>,</div><div><br></div><div>1. Bring the board<br>2. <i>Bring</i> the oven</div>`,
    'Hello team, 1. Bring the board 2. Bring the oven',
  ],
  [
    'Excel',
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";}--></style></head><body><!--StartFragment-->${sheet(
      [
        ['Part', 'Price'],
        ['R1 [0402]', 'K 5'],
        ['C*', '> 10'],
      ],
    )}<!--EndFragment--></body></html>`,
    'Part Price R1 [0402] K 5 C* > 10',
  ],
  ['Excel: one column', sheet([['One'], ['Two_three'], ['*Four*']]), 'One Two_three *Four*'],
  [
    'WhatsApp Web',
    `<meta charset='utf-8'><div class="copyable-text"><span dir="ltr" class="selectable-text"><span>Come at 8 <strong class="selectable-text">tomorrow</strong>!<br>Bring ~two~ <em>boards</em> 🙂</span></span></div>`,
    'Come at 8 tomorrow! Bring ~two~ boards 🙂',
  ],
  [
    'WhatsApp: signs that were typed',
    `<span dir="ltr">*Not bold here* and _not this_, 2*3=6, ~~gone~~</span>`,
    '*Not bold here* and _not this_, 2*3=6, ~~gone~~',
  ],
  [
    'Gmail',
    `<div dir="ltr"><div>Hi Mwila,</div><div><br></div><div><b>Re</b>: board <u>v2</u>_final.kicad_pcb<br></div><blockquote class="gmail_quote"><div>&gt; 5 years of experience</div></blockquote></div>`,
    'Hi Mwila, Re: board v2_final.kicad_pcb > 5 years of experience',
  ],
  [
    'LibreOffice Writer',
    `<!DOCTYPE html><html><head><style type="text/css">p { line-height: 115% }</style></head><body lang="en-GB"><p style="line-height: 100%"><font face="Liberation Serif"><b>Wa</b>ter <i>handler</i></font></p><ul><li><p>Valve #1</p></li><li><p># not a heading</p></li></ul></body></html>`,
    'Water handler Valve #1 # not a heading',
  ],
  [
    'LibreOffice Calc',
    `<table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left">Ann_Banda</td><td align="right" sdval="5">5</td></tr></table>`,
    'Ann_Banda 5',
  ],
  [
    'a web page',
    `<h1>News</h1><p>See <a href="/x_y">the <code>a_b</code> page</a><sup>[1]</sup>, <a href="#cite">note</a>.</p><p>[1]: https://x.example/source</p><pre>x * y</pre><hr><p>+ more</p>`,
    'News See the a_b page[1], note. [1]: https://x.example/source x * y + more',
  ],
  [
    'a web page: emphasis beside emphasis',
    `<p><strong>Note</strong><em>Read</em> <strong><em>this</em></strong>: <em>“one”</em>, <b>two</b>-three<b>.</b></p>`,
    'NoteRead this: “one”, two-three.',
  ],
  [
    'a PDF reader',
    `<meta charset="utf-8"><span style="white-space:pre-wrap">Section 1. Scope\n    indented & <b>not code</b>\n=====\n- item 2) part</span>`,
    'Section 1. Scope indented & not code ===== - item 2) part',
  ],
];
