/** Eight traces lead from a chip to the headline, which is on its right, or below it on phones. */
export function HeroScene() {
  return (
    <svg className="hero-scene" viewBox="0 0 640 520" aria-hidden="true">
      <defs>
        <radialGradient id="glow">
          <stop stopColor="#8fce3a" stopOpacity=".42" />
          <stop offset="1" stopColor="#70a12f" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="fade" gradientUnits="userSpaceOnUse" cx="330" cy="260" r="640">
          <stop offset=".3" stopColor="#70a12f" />
          <stop offset="1" stopColor="#70a12f" stopOpacity=".04" />
        </radialGradient>
        <linearGradient id="rise" gradientUnits="userSpaceOnUse" x1="0" y1="110" x2="0" y2="-60">
          <stop stopColor="#70a12f" />
          <stop offset="1" stopColor="#70a12f" stopOpacity="0" />
        </linearGradient>
      </defs>
      <circle cx="330" cy="250" r="320" fill="url(#glow)" />
      <path
        stroke="url(#fade)"
        d="M190 155H59L-86 10H-640M190 185H72L-63 50H-640M190 215H85L-40 90H-640M190 245H98L-17 130H-640M190 275H111L6 170H-640M190 305H124L29 210H-640M190 335H137L52 250H-640M190 365H150L75 290H-640"
      />
      <path
        stroke="url(#rise)"
        d="M225 120V85.5L135 -4.5V-160M255 120V92.5L195 32.5V-160M315 120V106.5H315V-160M375 120V99.5L405 69.5V-160M405 120V92.5L465 32.5V-160"
      />
      <path
        stroke="#70a12f"
        d="M285 120V74M345 120V106.5H345V40M435 120V98M470 155H484L543 96H596M470 185H500L543 142H596M470 215H516L543 188H596M470 245H532L543 234H596M470 275H532L537 280H596M470 305H516L537 326H596M470 335H500L537 372H596M470 365H484L537 418H596M225 400V408L168 465V506M255 400V417L214 458V506M285 400V426L260 451V506M315 400V435L306 444V506M345 400V435L352 442V506M375 400V426L398 449V506M405 400V417L444 456V506M435 400V408L490 463V506"
      />
      <path className="pulse" stroke="#d9f2ab" d="M190 215H85L-40 90H-640M190 305H124L29 210H-640" />
      <path
        stroke="#4d7355"
        strokeWidth="7"
        strokeLinecap="butt"
        d="M210 155H190M450 155H470M225 140V120M225 380V400M210 185H190M450 185H470M255 140V120M255 380V400M210 215H190M450 215H470M285 140V120M285 380V400M210 245H190M450 245H470M315 140V120M315 380V400M210 275H190M450 275H470M345 140V120M345 380V400M210 305H190M450 305H470M375 140V120M375 380V400M210 335H190M450 335H470M405 140V120M405 380V400M210 365H190M450 365H470M435 140V120M435 380V400"
      />
      <path
        fill="#13261a"
        stroke="#a9d66a"
        strokeWidth="3"
        d="M232 140h196l22 22v196l-22 22h-196l-22 -22v-196zM596 72h44v370h-44z"
      />
      <path fill="#1f3b25" stroke="#70a12f" d="M270 200h120v120h-120z" />
      <path
        stroke="#e9f0e4"
        strokeWidth="9"
        strokeLinecap="butt"
        d="M302 228v64M358 228v64M302 266h18l20-14h18"
      />
      <path
        fill="#0b1510"
        stroke="#e6bb58"
        strokeWidth="4"
        d="M279 74a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM339 40a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM429 98a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM162 506a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM208 506a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM254 506a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM300 506a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM346 506a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM392 506a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM438 506a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM484 506a6 6 0 1 0 12 0 6 6 0 1 0 -12 0zM610 96a8 8 0 1 0 16 0 8 8 0 1 0 -16 0zM610 142a8 8 0 1 0 16 0 8 8 0 1 0 -16 0zM610 188a8 8 0 1 0 16 0 8 8 0 1 0 -16 0zM610 234a8 8 0 1 0 16 0 8 8 0 1 0 -16 0zM610 280a8 8 0 1 0 16 0 8 8 0 1 0 -16 0zM610 326a8 8 0 1 0 16 0 8 8 0 1 0 -16 0zM610 372a8 8 0 1 0 16 0 8 8 0 1 0 -16 0zM610 418a8 8 0 1 0 16 0 8 8 0 1 0 -16 0zM293 226a9 9 0 1 0 18 0 9 9 0 1 0 -18 0zM349 294a9 9 0 1 0 18 0 9 9 0 1 0 -18 0z"
      />
      <path fill="#e6bb58" d="M231 168a7 7 0 1 0 14 0 7 7 0 1 0 -14 0z" />
    </svg>
  );
}
