import { Box } from "./box";
interface Props { title: string; onClick?(e: number): void }
export const View = ({ title, onClick }: Props) => (
  <Box.Frame<Props> title={title} data-id="x" ns:attr={1} {...onClick} disabled>
    <View title="inner" onClick={(e) => e} />
    <div className={title}>text {title} &amp; more</div>
    <p class="a b" className={clsx(`c d-${title}-e ${title ? "f" : [{ g: 1 }]} h`, 'i')} />
    <></>
  </Box.Frame>
);
