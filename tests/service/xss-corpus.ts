/** Hostile texts of several kinds. Each calls `hit()` if it runs; no page has that function, so a call is an error. */
const scripts = [
  '<script>hit()</script>',
  '<SCRIPT SRC=data:text/javascript,hit()></SCRIPT>',
  '<scr<script>ipt>hit()</scr</script>ipt>',
  '<script\n>hit()</script\n>',
  '<svg><script>hit()</script></svg>',
  '<svg><script href="data:text/javascript,hit()"/></svg>',
  '<noscript><p title="</noscript><script>hit()</script>">',
];

const handlers = [
  '<img src=x onerror=hit()>',
  '<img/src=x/onerror=hit()>',
  '<img src="x:x" onerror="&#104;it()">',
  '<IMG """><SCRIPT>hit()</SCRIPT>">',
  '<svg onload=hit()>',
  '<body onload=hit()>',
  '<video><source onerror=hit()></video>',
  '<details open ontoggle=hit()><summary>x</summary></details>',
  '<input autofocus onfocus=hit()>',
  '<div tabindex=1 autofocus onfocus=hit()>x</div>',
  '<p style="animation:x 1s" onanimationstart=hit()>x</p>',
  '<object data=x onerror=hit()></object>',
  '<dialog open onclose=hit()><form method=dialog><button autofocus>x</button></form></dialog>',
];

const addresses = [
  '<a href="javascript:hit()">x</a>',
  '<a href="JaVaScRiPt:hit()">x</a>',
  '<a href="java\tscript:hit()">x</a>',
  '<a href="java&#10;script:hit()">x</a>',
  '<a href="&#x6a;avascript:hit()">x</a>',
  '<a href="\u0001javascript:hit()">x</a>',
  '<a href="data:text/html,<script>hit()</script>">x</a>',
  '<svg><a xlink:href="javascript:hit()"><text y=9>x</text></a></svg>',
  '<math href="javascript:hit()">x</math>',
  '<form action="javascript:hit()"><button>x</button></form>',
  '<button formaction="javascript:hit()">x</button>',
  '<iframe src="javascript:hit()"></iframe>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<object data="javascript:hit()"></object>',
  '<base href="javascript:hit()//">',
  '<meta http-equiv=refresh content="0;url=javascript:hit()">',
];

/** A sanitiser's parser and the browser's may read these differently. */
export const mutations = [
  '<svg></p><style><a id="</style><img src=1 onerror=hit()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<svg><desc><noscript></desc><img src onerror=hit()></noscript>',
  '<math><annotation-xml encoding="text/html"><style><img src onerror=hit()></style></annotation-xml></math>',
  '<template><script>hit()</script></template>',
  '<select><iframe></select><img src=x onerror=hit()>',
  '<xmp><img title="</xmp><img src onerror=hit()>"></xmp>',
  '<p id="</title><img src onerror=hit()>">x</p>',
  '<img alt="<table><img src onerror=hit()>" src="/logo.svg">',
  '<a title="<table" href="/">"onmouseover=hit() x="</a>',
];

/** Texts that would close the context they are put into: elements, attributes, JSON, XML. */
const escapes = [
  '</script><script>hit()</script>',
  '<!--<script>hit()',
  '--><script>hit()</script>',
  '</title><script>hit()</script>',
  "'><img src=x onerror=hit()>",
  '" onmouseover="hit()" x="',
  ']]><script>hit()</script>',
  '</description></item><script>hit()</script>',
  '","@type":"Person","x":"</script><img src=x onerror=hit()>',
  '\u2028hit()\u2029',
  '\\"}</script><svg onload=hit()>',
  '{{hit()}}$' + '{hit()}<%hit()%>',
  '&lt;img src=x onerror=hit()&gt;',
  '<mark onclick=hit()>water</mark>',
];

/** Names that would shadow properties that pages and sanitisers read. */
const names = [
  '<img name=getElementById><form id=root><input name=attributes></form>',
  '<a id=server-data href="x">{"x":1}</a><form name=cookie>',
  '<p id="__proto__">x</p><p id=constructor>x</p>',
];

export const xssCorpus = [...scripts, ...handlers, ...addresses, ...mutations, ...escapes, ...names];
