/** After this time, another server may claim a message that this one has claimed. */
export const leaseMs = 2 * 60_000;

/** Runs `round` again at once if it returned true, otherwise after a pause. */
export function poll(
  round: () => Promise<boolean>,
  onError: (error: unknown) => void,
  pauseMs: number,
): { stop: () => Promise<void> } {
  let isStopped = false;
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async () => {
    try {
      while (!isStopped && (await round()));
      hasFailed = false;
    } catch (error) {
      // Report only the first of consecutive errors.
      if (!hasFailed) onError(error);
      hasFailed = true;
    }
    if (!isStopped) timer = setTimeout(start, pauseMs).unref();
  };
  const start = () => {
    running = run();
  };
  start();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
