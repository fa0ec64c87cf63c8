// Which documents the server is asked about.

export type Mode = 'auto' | 'primary' | 'companion' | 'off';
export const modes: readonly Mode[] = ['auto', 'primary', 'companion', 'off'];

/** Ids that VS Code and common extensions give the languages that ci reads. */
export const languageIds: readonly string[] = [
  'blade', 'c', 'cpp', 'csharp', 'css', 'cue', 'cuda-cpp', 'django-html', 'dockerfile', 'elixir', 'elm', 'go', 'groovy', 'hcl', 'html',
  'java', 'javascript', 'javascriptreact', 'jinja-html', 'kotlin', 'lua', 'markdown', 'ocaml', 'php', 'po', 'postcss', 'proto', 'proto3', 'python',
  'ruby', 'rust', 'scala', 'scss', 'shellscript', 'sql', 'svelte', 'swift', 'terraform', 'toml', 'twig', 'typescript', 'typescriptreact', 'vue', 'yaml',
];

/**
 * Names of files that ci reads, as docs/languages.md lists them: without an
 * extension for its language the editor takes them for plain text.
 */
export const filePatterns: readonly string[] = [
  '*.sh', '*.bash', '*.bats', '*.ebuild', '*.blade.php', '*.c', '*.h', '{lang,locales}/**/*.json', 'composer.json',
  '*.cc', '*.cpp', '*.cxx', '*.c++', '*.hh', '*.hpp', '*.hxx', '*.h++', '*.inl', '*.ipp', '*.tpp', '*.cu', '*.cuh', '*.cs', '*.csx',
  '*.css', '*.pcss', '*.cue', '*.dockerfile', 'dockerfile', 'Dockerfile', 'containerfile', 'Containerfile',
  '.env.example', '.env.sample', '.env.template', '.env.dist', '.env.defaults', '.env.example.*', '.env.*.example',
  '*.ex', '*.exs', '*.elm', '*.go', '*.groovy', '*.gradle', '*.gvy', '*.nf', 'jenkinsfile', 'Jenkinsfile', '*.tf', '*.tfvars', '*.hcl',
  '*.html', '*.htm', '*.xhtml', '*.html.j2', '*.html.jinja', '*.html.jinja2', '*.djhtml', '*.twig', '*.java', '*.js', '*.mjs', '*.cjs', '*.jsx',
  '*.kt', '*.kts', '*.lua', '*.md', '*.markdown', '*.mdown', '*.ml', '*.php', '*.phtml', '*.php3', '*.php4', '*.php5', '*.phps', '*.inc', '*.po', '*.xlf', '*.xliff', '*_*.properties',
  '*.proto', '*.py', '*.pyi', '*.rb', '*.rake', '*.gemspec', '*.ru', '*.rs', '*.scala', '*.sc', '*.sbt', '*.scss', '*.sql', '*.svelte',
  '*.swift', '*.toml', '*.ts', '*.mts', '*.cts', '*.tsx', '*.vue', '*.yaml', '*.yml',
];

// Where an id of the editor is not ci's name of the language.
const names: Readonly<Record<string, string>> = {
  'cuda-cpp': 'cpp', 'django-html': 'html', 'jinja-html': 'html', po: 'gettext', postcss: 'css', proto: 'protobuf', proto3: 'protobuf', shellscript: 'bash', terraform: 'hcl', twig: 'html',
};

// The suffixes of languages whose ids come with extensions that may not be installed.
const suffixes: Readonly<Record<string, string>> = { blade: '.blade.php', svelte: '.svelte', vue: '.vue' };

/** Returns ci's name of the language of a document, undefined where ci does not read it. */
export function languageOf(id: string, path: string): string | undefined {
  const special = Object.entries(suffixes).find(([, suffix]) => path.endsWith(suffix));
  return special?.[0] ?? (languageIds.includes(id) ? names[id] ?? id : undefined);
}

export interface Filter {
  scheme: 'file';
  language?: string;
  pattern?: string;
}

/** The documents of all languages: by the editor's id, else by the file's name. */
export function documentSelector(): Filter[] {
  return [
    ...languageIds.map((language): Filter => ({ scheme: 'file', language })),
    { scheme: 'file', pattern: `**/{${filePatterns.map(flat).join(',')}}` },
  ];
}

/**
 * Returns the documents for which ci offers call and type hierarchies. The editor asks only
 * one server for these, which must be the other one where there is one.
 */
export function hierarchySelector(set: Readonly<Record<string, Mode>>, others: Readonly<Record<string, string>>): Filter[] {
  const full = (language: string): boolean => {
    const mode = set[language] ?? set['*'] ?? 'auto';
    return mode === 'primary' || (mode === 'auto' && others[language] === undefined);
  };
  return [
    ...languageIds.filter((id) => full(names[id] ?? id)).map((language): Filter => ({ scheme: 'file', language })),
    ...Object.entries(suffixes).filter(([language]) => full(language)).map(([, suffix]): Filter => ({ scheme: 'file', pattern: `**/*${suffix}` })),
  ];
}

// Groups of patterns do not nest.
function flat(pattern: string): string {
  const group = /^(.*)\{([^}]*)\}(.*)$/.exec(pattern);
  return group ? group[2]!.split(',').map((x) => `${group[1]}${x}${group[3]}`).join(',') : pattern;
}

/** The setting ci.languages, without what it may not say. */
export function languageModes(setting: unknown): Record<string, Mode> {
  const out: Record<string, Mode> = {};
  if (typeof setting === 'object' && setting !== null) {
    for (const [language, mode] of Object.entries(setting)) {
      if (modes.includes(mode as Mode)) {
        out[language] = mode as Mode;
      }
    }
  }
  return out;
}
