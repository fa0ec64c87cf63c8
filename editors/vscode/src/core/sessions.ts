// Agent sessions as a tree: what `ci session show --json` says, made for reading.

export interface Call {
  call: number;
  tool: string;
  params?: unknown;
  summary?: string;
  timestamp?: string;
  failed?: boolean;
}

export interface Session {
  session_id: string;
  phase?: string;
  risk_level?: string;
  intent?: string;
  query?: string;
  next_step?: string;
  created_at?: string;
  active_at?: string;
  closed_because?: string;
  /** Why the session's file can't be read. */
  damaged?: string;
  /** Whether the client's hooks hold writes up. */
  enforcement?: string;
  owner?: { client?: string; sub?: string } | null;
  missing?: { requirement: string; have: number; need: number; do?: string }[] | null;
  plan?: { steps?: string[] | null; reasoning?: string } | null;
  query_frame?: { slot: string; value: string; source?: string; evidence?: { tool: string; call?: number; result_summary?: string }[] | null }[] | null;
  mapped_symbols?: { name: string; file?: string; line?: number; source?: string; confidence?: number; confirmed?: boolean }[] | null;
  hypotheses?: { name: string; statement: string; verdict?: string }[] | null;
  calls?: Call[] | null;
  calls_made?: number;
  explored_files?: string[] | null;
  added?: { path: string; reason?: string }[] | null;
  refusals?: number;
  refused?: { timestamp?: string; tool: string; code?: string; reason?: string }[] | null;
  violations?: { timestamp?: string; tool: string; files?: string[] | null }[] | null;
  outcomes?: { timestamp?: string; outcome: string; phase?: string; analysis?: string }[] | null;
}

/** The notification ci/session, and the answer of the command ci.showSession. */
export interface Sessions {
  root: string;
  sessions: Session[];
}

export interface Place {
  /** Relative to the root of the repository, with /. */
  path: string;
  /** Counted from 1. */
  line?: number;
}

/** A line of the tree. The id stays the same while the session changes. */
export interface Node {
  id: string;
  label: string;
  description?: string;
  tooltip?: string;
  /** A codicon and, where it matters, a theme colour. */
  icon?: string;
  color?: string;
  place?: Place;
  open?: boolean;
  children?: Node[];
}

/** The sessions of a repository: those that are open first, then the newest. */
export function tree(sessions: readonly Session[]): Node[] {
  const ended = (s: Session): number => (s.phase === 'CLOSED' ? 1 : 0);
  return [...sessions]
    .sort((a, b) => ended(a) - ended(b) || (b.active_at ?? '').localeCompare(a.active_at ?? '') || a.session_id.localeCompare(b.session_id))
    .map(sessionNode);
}

function sessionNode(s: Session): Node {
  const id = s.session_id;
  if (s.damaged) {
    return { id, label: id, description: "can't be read", tooltip: s.damaged, icon: 'error', color: 'errorForeground' };
  }
  const look = looks(s.phase ?? '');
  const children = [phase(s), request(s), plan(s), explored(s), symbols(s), hypotheses(s), calls(s), refused(s), violations(s), outcomes(s)].filter((n) => n !== undefined);
  return {
    id,
    label: oneLine(s.query ?? '') || id,
    description: [s.phase, s.intent, s.risk_level && `risk ${s.risk_level}`, s.refusals ? `${s.refusals} refused` : '', unenforced(s) && 'not enforced'].filter(Boolean).join(' · '),
    tooltip: [oneLine(s.query ?? ''), id, s.owner?.client && `agent ${s.owner.client}${s.owner.sub ? `, subagent ${s.owner.sub}` : ''}`, oneLine(s.enforcement ?? ''), s.created_at && `began ${s.created_at}`, s.active_at && `active ${s.active_at}`].filter(Boolean).join('\n'),
    icon: look.icon,
    ...(look.color ? { color: look.color } : {}),
    open: s.phase !== 'CLOSED',
    children,
  };
}

/** No hook of the session's client has reported, so that nothing holds a write up. */
function unenforced(s: Session): boolean {
  return (s.enforcement ?? '').startsWith('not enforced');
}

function looks(phase: string): { icon: string; color?: string } {
  switch (phase) {
    case 'READY':
      return { icon: 'pass-filled', color: 'charts.green' };
    case 'CLOSED':
      return { icon: 'circle-slash', color: 'disabledForeground' };
  }
  return { icon: 'compass', color: 'charts.yellow' };
}

function phase(s: Session): Node {
  const missing = s.missing ?? [];
  const id = `${s.session_id}/phase`;
  return {
    id,
    label: `Phase ${s.phase ?? 'unknown'}`,
    description: oneLine((s.phase === 'CLOSED' ? s.closed_because : s.next_step) ?? ''),
    icon: 'milestone',
    open: true,
    children: missing.map((m, i) => ({
      id: `${id}/${i}`,
      label: m.requirement,
      description: `${m.have} of ${m.need}${m.do ? `; ${oneLine(m.do)}` : ''}`,
      tooltip: m.do ?? '',
      icon: 'circle-large-outline',
    })),
  };
}

function group(s: Session, name: string, icon: string, children: Node[], more: Partial<Node> = {}): Node | undefined {
  return children.length === 0 ? undefined : { id: `${s.session_id}/${name}`, label: name, description: String(children.length), icon, children, ...more };
}

function request(s: Session): Node | undefined {
  return group(s, 'Evidence', 'checklist', (s.query_frame ?? []).map((f, i) => ({
    id: `${s.session_id}/Evidence/${i}`,
    label: `${f.slot} = ${oneLine(f.value)}`,
    description: f.source ?? '',
    tooltip: (f.evidence ?? []).map((e) => [e.tool, e.call ? `#${e.call}` : '', e.result_summary].filter(Boolean).join(' ')).join('\n'),
    icon: f.source === 'FACT' ? 'verified' : 'question',
  })));
}

function plan(s: Session): Node | undefined {
  return group(s, 'Plan', 'list-ordered', (s.plan?.steps ?? []).map((step, i) => ({ id: `${s.session_id}/Plan/${i}`, label: `${i + 1}. ${step}` })), { tooltip: s.plan?.reasoning ?? '' });
}

function explored(s: Session): Node | undefined {
  const reasons = new Map((s.added ?? []).map((a) => [a.path, a.reason ?? '']));
  const files = new Set([...(s.explored_files ?? []), ...reasons.keys()]);
  return group(s, 'Explored', 'eye', [...files].map((path) => ({
    id: `${s.session_id}/Explored/${path}`,
    label: path,
    description: oneLine(reasons.get(path) ?? ''),
    icon: 'file',
    place: { path },
  })));
}

function symbols(s: Session): Node | undefined {
  return group(s, 'Symbols', 'symbol-method', (s.mapped_symbols ?? []).map((m, i) => ({
    id: `${s.session_id}/Symbols/${i}`,
    label: m.name,
    description: [m.file && `${m.file}${m.line ? `:${m.line}` : ''}`, m.source, m.confidence?.toFixed(2), m.confirmed && 'confirmed'].filter(Boolean).join(', '),
    icon: m.confirmed ? 'verified' : 'symbol-method',
    ...(m.file ? { place: { path: m.file, ...(m.line ? { line: m.line } : {}) } } : {}),
  })));
}

function hypotheses(s: Session): Node | undefined {
  return group(s, 'Hypotheses', 'lightbulb', (s.hypotheses ?? []).map((h, i) => ({
    id: `${s.session_id}/Hypotheses/${i}`,
    label: h.name,
    description: `${oneLine(h.statement)} (${h.verdict || 'no verdict yet'})`,
    icon: 'question',
  })));
}

function calls(s: Session): Node | undefined {
  const list = (s.calls ?? []).map((c): Node => ({
    id: `${s.session_id}/Calls/${c.call}`,
    label: `#${c.call} ${c.tool}`,
    description: [short(JSON.stringify(c.params) ?? ''), c.failed ? 'failed' : oneLine(c.summary ?? '')].filter(Boolean).join(': '),
    tooltip: [c.timestamp, JSON.stringify(c.params, null, 1), c.summary].filter(Boolean).join('\n'),
    icon: c.failed ? 'error' : 'arrow-small-right',
    ...(c.failed ? { color: 'errorForeground' } : {}),
  }));
  const made = s.calls_made ?? list.length;
  return group(s, 'Calls', 'pulse', list.reverse(), made > list.length ? { description: `${made}, the newest ${list.length} shown` } : {});
}

function refused(s: Session): Node | undefined {
  const list = (s.refused ?? []).map((r, i): Node => ({
    id: `${s.session_id}/Refused/${(s.refusals ?? 0) - (s.refused ?? []).length + i}`,
    label: r.tool,
    description: [r.code, oneLine(r.reason ?? '')].filter(Boolean).join(': '),
    tooltip: [r.timestamp, r.reason].filter(Boolean).join('\n'),
    icon: 'circle-slash',
    color: 'charts.yellow',
  }));
  const all = s.refusals ?? list.length;
  return group(s, 'Refused', 'shield', list.reverse(), { open: true, ...(all > list.length ? { description: `${all}, the newest ${list.length} shown` } : {}) });
}

function violations(s: Session): Node | undefined {
  return group(s, 'Changed without leave', 'warning', (s.violations ?? []).map((v, i) => ({
    id: `${s.session_id}/Changed/${i}`,
    label: v.tool,
    description: (v.files ?? []).join(', '),
    tooltip: v.timestamp ?? '',
    icon: 'warning',
    color: 'errorForeground',
    ...(v.files?.length === 1 ? { place: { path: v.files[0]! } } : {}),
  })), { open: true, color: 'errorForeground' });
}

function outcomes(s: Session): Node | undefined {
  return group(s, 'Outcome', 'flag', (s.outcomes ?? []).map((o, i) => ({
    id: `${s.session_id}/Outcome/${i}`,
    label: o.outcome,
    description: oneLine(o.analysis ?? ''),
    icon: o.outcome === 'success' ? 'pass' : 'flag',
  })));
}

/** A text of an agent on one line, without what a terminal or a window acts upon. */
export function oneLine(s: string): string {
  return s.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

function short(s: string): string {
  return [...s].length > 100 ? `${[...s].slice(0, 99).join('')}…` : s;
}
