/** The proof of an erasure, to keep. */
import { Button } from '../design/button.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, t } from '../language.ts';

interface ReceiptProps {
  /** Name of the erased user. */
  readonly name: string;
  readonly receipt: string;
  readonly onClose: () => void;
}

export function Receipt({ name, receipt, onClose }: ReceiptProps) {
  const { admin } = t.value;
  return (
    <Notice tone="good" live title={fill(admin.receipt.title, { name })}>
      <div class="stack-tight">
        <p>{admin.receipt.about}</p>
        <CodeBlock short label={admin.receipt.label} code={receipt} />
        <div class="row">
          <Button size="small" onClick={onClose}>
            {admin.receipt.kept}
          </Button>
        </div>
      </div>
    </Notice>
  );
}
