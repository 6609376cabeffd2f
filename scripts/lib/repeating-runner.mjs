import { TestRunner } from 'vitest';

/** Vitest's runner, which runs each test UPC_REPEATS times. */
export default class RepeatingRunner extends TestRunner {
  /** @param {import('vitest').RunnerTestFile[]} files */
  onCollected(files) {
    for (const file of files) repeatAll(file.tasks);
  }
}

/** @param {readonly import('vitest').RunnerTask[]} tasks */
function repeatAll(tasks) {
  for (const task of tasks) {
    if (task.type === 'suite') repeatAll(task.tasks);
    // It runs once, and then is repeated.
    else task.repeats = Number(process.env.UPC_REPEATS) - 1;
  }
}
