/** Nets that come in from the right edge of a page's band and end in pads: the place of a picture where there is none. */
export function BoardEdge() {
  return (
    <svg className="board-edge" viewBox="0 0 420 260" aria-hidden="true">
      <path d="M420 30H300l-50 50h-90M420 60H312l-50 50h-32M420 90h-96l-50 50H110M420 120h-84l-50 50h-56M420 150h-72l-50 50H150M420 180h-60l-50 50h-40" />
      <path
        className="pads"
        d="M160 80a8 8 0 1 0-16 0 8 8 0 1 0 16 0M230 110a8 8 0 1 0-16 0 8 8 0 1 0 16 0M110 140a8 8 0 1 0-16 0 8 8 0 1 0 16 0M230 170a8 8 0 1 0-16 0 8 8 0 1 0 16 0M150 200a8 8 0 1 0-16 0 8 8 0 1 0 16 0M270 230a8 8 0 1 0-16 0 8 8 0 1 0 16 0"
      />
    </svg>
  );
}
