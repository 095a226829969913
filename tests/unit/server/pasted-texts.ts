/** The same text as it arrives from Word: as plain text, and as html on the clipboard. */

export const plainFromWord = `We open a second lab.

•\tThree benches
•\tOne oven

    Mwila leads it.

Place\tOpens
Lusaka\tMonday
Ndola\tFriday

HERO Control System
Plot 2374
Lusaka
---
Written by Mwila
`;

export const meant = `We open a second lab.

- Three benches
- One oven

Mwila leads it.

| Place | Opens |
| --- | --- |
| Lusaka | Monday |
| Ndola | Friday |

HERO Control System<br>Plot 2374<br>Lusaka

Written by Mwila
`;

const wordItem = (text: string, place: string) =>
  `<p class=MsoListParagraphCxSp${place} style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
const wordCell = (text: string) =>
  `<td width=301 style='border:solid windowtext 1.0pt'><p class=MsoNormal>${text}<o:p></o:p></p></td>`;

export const htmlFromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<p class=MsoNormal>We open a second lab.<o:p></o:p></p>
${wordItem('Three\nbenches', 'First')}
${wordItem('One oven', 'Last')}
<p class=MsoNormal style='text-indent:36.0pt'>Mwila leads it.<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0>
 <tr>${wordCell('Place')}${wordCell('Opens')}</tr>
 <tr>${wordCell('Lusaka')}${wordCell('Monday')}</tr>
 <tr>${wordCell('Ndola')}${wordCell('Friday')}</tr>
</table>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>HERO Control System<br>
Plot 2374<br>
Lusaka<o:p></o:p></p>
<p class=MsoNormal>Written by Mwila<o:p></o:p></p><!--EndFragment--></body></html>`;
