import { Frame } from "./frame";

export function View({ items, onPick = () => {} }) {
  const label = items.length;
  return (
    <Frame title={label}>
      {items.map((item) => <li key={item.id} onClick={() => onPick(item)}>{item.name}</li>)}
    </Frame>
  );
}
