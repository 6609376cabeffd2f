import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Publishes the skill for coding agents as `/skill.md`, and in the index where agents look for the skills of a site
 * (https://github.com/cloudflare/agent-skills-discovery-rfc, version 0.2.0).
 *
 * @param {string} site folder of the built site
 */
export function publishSkill(site) {
  const skill = readFileSync(join(import.meta.dirname, '../skills/upc-payment-widget/SKILL.md'), 'utf8');
  const [, name, description] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(skill) ?? [];
  const digest = `sha256:${createHash('sha256').update(skill).digest('hex')}`;
  const index = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ name, type: 'skill-md', description, url: '../../skill.md', digest }],
  };
  writeFileSync(join(site, 'skill.md'), skill);
  const folder = join(site, '.well-known/agent-skills');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
}
