/** Trees written by OpenCV 4.14, and by hand; no file of the reference pack was ever at hand. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readOpencvTrees } from '../../../../src/inference/convert/reference/opencv-trees.ts';
import { decodeTrees, encodeTrees, TreeEnsemble } from '../../../../src/inference/tree-ensemble.ts';
import sums from './opencv/sums.json' with { type: 'json' };

const XML = `<?xml version="1.0"?>
<opencv_storage>
<opencv_ml_rtrees>
  <format>3</format>
  <is_classifier>1</is_classifier>
  <var_all>4</var_all>
  <training_params><max_depth>5</max_depth><nactive_vars>2</nactive_vars></training_params>
  <class_labels type_id="opencv-matrix"><rows>1</rows><data>0 1</data></class_labels>
  <oob_error>0.1</oob_error>
  <ntrees>2</ntrees>
  <trees>
    <_><nodes>
        <_><depth>0</depth><value>1.</value><norm_class_idx>1</norm_class_idx>
          <splits><_><var>2</var><quality>3.5e+01</quality><le>1.5000000000000000e+00</le></_>
                  <_><var>0</var><quality>1.</quality><le>9.</le></_></splits></_>
        <_><depth>1</depth><value>0.</value><norm_class_idx>0</norm_class_idx></_>
        <_><depth>1</depth><value>1.</value><norm_class_idx>1</norm_class_idx>
          <splits><_><var>0</var><quality>2.</quality><gt>-4.</gt></_></splits></_>
        <_><depth>2</depth><value>1.</value><norm_class_idx>1</norm_class_idx></_>
        <_><depth>2</depth><value>0.</value><norm_class_idx>0</norm_class_idx></_></nodes></_>
    <_><nodes>
        <_><depth>0</depth><value>1.</value><norm_class_idx>1</norm_class_idx></_></nodes></_></trees>
</opencv_ml_rtrees>
</opencv_storage>`;

const YAML = `%YAML:1.0
---
opencv_ml_boost:
   format: 3
   is_classifier: 1
   training_params:
      boosting_type: GentleAdaboost
      weight_trimming_rate: 9.4999999999999996e-01
   ntrees: 2
   trees:
      -
         nodes:
            -
               depth: 0
               value: -2.5000000000000000e-01
               norm_class_idx: 0
               splits:
                  - { var:1, quality:4.2e+02, le:5.0000000000000000e-01 }
            -
               depth: 1
               value: -8.5000000000000000e+02
               norm_class_idx: 0
            -
               depth: 1
               value: 1200.
               norm_class_idx: 1
      -
         nodes:
            -
               depth: 0
               value: 3.
               norm_class_idx: 1
`;

const written = async (name: string) =>
  new TreeEnsemble(
    readOpencvTrees(await readFile(new URL(`./opencv/${name}`, import.meta.url), 'utf8')),
  );

it('a forest and boosted trees that OpenCV wrote give the sums that OpenCV gives', async () => {
  const forest = await written('forest.xml');
  const boost = await written('boost.yml');
  for (const [i, features] of sums.features.entries()) {
    expect(forest.sum(Float32Array.from(features))).toBe(sums.forest[i]);
    expect(boost.sum(Float32Array.from(features))).toBeCloseTo(sums.boost[i]!, 4);
  }
});

it('a random forest in XML sums the values of its leaves', () => {
  const forest = new TreeEnsemble(readOpencvTrees(XML));
  expect(forest.trees).toBe(2);
  expect(forest.sum(Float32Array.of(0, 0, 1.5))).toBe(0 + 1);
  expect(forest.sum(Float32Array.of(-5, 0, 1.6))).toBe(1 + 1);
  expect(forest.sum(Float32Array.of(-3, 0, 1.6))).toBe(0 + 1);
});

it('boosted trees in YAML, written and read again in our own form', () => {
  const trees = decodeTrees(
    Buffer.concat([encodeTrees(readOpencvTrees(YAML)), Buffer.from('what follows is ignored')]),
  );
  expect(trees.trees).toBe(2);
  expect(trees.sum(Float32Array.of(9, 0.5))).toBe(-850 + 3);
  expect(trees.sum(Float32Array.of(9, 0.51))).toBe(1200 + 3);
});

it('a file that holds no trees, or torn ones, is refused', () => {
  expect(() => readOpencvTrees('<opencv_storage/>')).toThrow('holds no trees');
  expect(() => readOpencvTrees(YAML.slice(0, YAML.indexOf('1200.') - 80))).toThrow(/two children/);
});
