let isAnswering = false;

/** Draws what a press on a link leads to; what is drawn within may leave for the next frame what is below its header. */
export function answerPress(draw: () => void): void {
  isAnswering = true;
  try {
    draw();
  } finally {
    isAnswering = false;
  }
}

export function answersPress(): boolean {
  return isAnswering;
}
