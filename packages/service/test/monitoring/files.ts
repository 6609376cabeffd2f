import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** Folder of the rules, their tests and the dashboard. */
export const DEPLOY = path.join(import.meta.dirname, '../../../../deploy');

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');

/** Alerts with their expressions. */
export const alerts = (parse(read('prometheus/rules.yaml')) as Rules).groups.flatMap(({ rules }) => rules);

/** Expressions of the dashboard, with the titles of their panels, and values instead of Grafana's variables. */
export const queries = (JSON.parse(read('grafana/upc-service.json')) as Dashboard).panels.flatMap(
  ({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      title,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(?:job|instance)\b/g, 'x'),
    })),
);

interface RuleTests {
  readonly tests: readonly {
    readonly promql_expr_test: readonly { readonly exp_samples?: readonly { readonly labels: string }[] }[];
  }[];
}

/** Names of the alerts that fire in the tests of the rules. */
export const firing = new Set(
  (parse(read('prometheus/rules.test.yaml')) as RuleTests).tests
    .flatMap((each) => each.promql_expr_test)
    .flatMap(({ exp_samples = [] }) => exp_samples)
    .map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1]),
);
