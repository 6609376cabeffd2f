import { type Command, Option } from 'commander';
import type { TObject } from 'typebox';
import { inputFromText, isTypedAsJson } from '../staff-actions.js';
import { textOrFile } from './cli-context.js';

/** Parts of a JSON schema that describe an option. */
interface Field {
  readonly type?: string;
  readonly anyOf?: readonly Field[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
}

type Texts = Readonly<Record<string, unknown>>;

function fieldsOf({ properties }: TObject): [string, Field][] {
  return Object.entries(properties as Readonly<Record<string, Field>>);
}

/** Adds an option to a command for each field of an input. */
export function addInputOptions(command: Command, input: TObject): Command {
  const required = (input.required as readonly string[] | undefined) ?? [];
  for (const [name, field] of fieldsOf(input)) {
    const { type = 'text', description = '', enum: allowed } = field;
    const what = [
      description,
      allowed && `One of: ${allowed.join(', ')}.`,
      isTypedAsJson(field) && '@file reads it from a file.',
    ].filter(Boolean);
    const option = new Option(`--${name} <${isTypedAsJson(field) ? 'json' : type}>`, what.join(' '));
    command.addOption(option.makeOptionMandatory(required.includes(name)));
  }
  return command;
}

/** Builds an input from the options of a command. The caller still has to check it against its schema. */
export async function inputOf(input: TObject, options: Texts): Promise<Record<string, unknown>> {
  const texts: Record<string, string> = {};
  for (const [name, field] of fieldsOf(input)) {
    const given = options[name];
    if (typeof given === 'string') texts[name] = isTypedAsJson(field) ? await textOrFile(name, given) : given;
  }
  return inputFromText(input, texts);
}
