/** In milliseconds. A slow line is normal; one that says nothing for so long is gone, though nobody tells. */
const patience = 30_000;

/** Fetches a file of this site, and gives up where the line falls silent. */
export async function fetchSiteFile(url: string): Promise<Response> {
  const gone = new AbortController();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => gone.abort(), patience);
  };
  wait();
  try {
    const response = await fetch(url, { credentials: 'same-origin', signal: gone.signal });
    const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, out) => {
        wait();
        out.enqueue(chunk);
      },
      flush: () => clearTimeout(timer),
    });
    // A copy, because a page may not be answered with what was redirected.
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    // Its `*` would keep an answer out of every cache.
    headers.delete('Vary');
    return new Response(response.body?.pipeThrough(heard), { status, statusText, headers });
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
}
