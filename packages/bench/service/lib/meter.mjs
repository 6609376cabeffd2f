import { readFileSync } from 'node:fs';
import { processorTime, processTimes } from './programs.mjs';

/**
 * The load while something was measured.
 * @typedef {object} Load
 * @property {number} seconds
 * @property {number} busy share of the machine's processors that was busy, from 0 to 1
 * @property {Record<string, number>} cores number of processors that each group of processes used
 * @property {number} connections largest number of connections that the services had
 */

const SAMPLE_MS = 500;

/** Measures the processors and the connections while something else runs. */
export class Meter {
  #client;
  #groups;

  /**
   * @param {import('pg').Client} client connected to the database of the services
   * @param {Record<string, readonly { pid: number }[]>} groups processes apart from PostgreSQL's
   */
  constructor(client, groups) {
    this.#client = client;
    this.#groups = groups;
  }

  /**
   * @param {() => Promise<unknown>} work
   * @param {{ countsConnections?: boolean }} [options]
   * @returns {Promise<Load>}
   */
  async during(work, { countsConnections = true } = {}) {
    let connections = 0;
    let isDone = false;
    const before = await this.#read();
    const sampling = (async () => {
      while (countsConnections && !isDone) {
        connections = Math.max(connections, await this.#connections());
        await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
      }
    })();
    await work();
    const after = await this.#read();
    isDone = true;
    await sampling;
    const seconds = (after.at - before.at) / 1000;
    return {
      seconds,
      busy: 1 - (after.idle - before.idle) / (after.total - before.total),
      cores: Object.fromEntries(
        Object.entries(after.spent).map(([name, spent]) => [
          name,
          (spent - (before.spent[name] ?? 0)) / seconds,
        ]),
      ),
      connections,
    };
  }

  async #connections() {
    const { rows } = await this.#client.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and application_name <> 'bench'`,
    );
    return rows[0].count;
  }

  async #read() {
    /** @type {Record<string, number>} */
    const spent = {};
    for (const [name, programs] of Object.entries(this.#groups)) {
      spent[name] = programs.reduce((sum, program) => sum + processorTime(program), 0);
    }
    spent['PostgreSQL'] = await this.#postgresTime();
    return { at: performance.now(), ...machineTime(), spent };
  }

  /** Returns the processor time of the server's processes, including those that have ended. */
  async #postgresTime() {
    const { rows } = await this.#client.query('select pid from pg_stat_activity');
    let [sum, server] = [0, 0];
    for (const { pid } of rows) {
      try {
        const { parent, user, system } = processTimes(pid);
        sum += user + system;
        server = parent;
      } catch {
        // This connection has just ended, so the server counts its time.
      }
    }
    const { user, system, ended } = processTimes(server);
    return sum + user + system + ended;
  }
}

/** Returns the time of all processors since the start of the machine, and the part of it in which they were idle. */
function machineTime() {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle = 0, waiting = 0] = times;
  return { total: times.reduce((sum, time) => sum + time, 0), idle: idle + waiting };
}
