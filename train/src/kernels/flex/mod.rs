//! The operations as plain loops on the processor.

mod matrix;

use burn::backend::{
    Flex,
    tensor::{FloatTensor, IntTensor},
};
use damier_engine::net::arch::MOVES_LEFT_UNIT;
use damier_records::quantised::ONE;

use self::matrix::{Matrix, float, layer, passes, row, row_of, words_of};
use super::{Kernels, LossWeights};
use crate::{
    config::Learn,
    loss::cross_entropy,
    optimizer::{EPSILON, Update},
    packed::{Groups, Layout, OFFSET_BITS, number},
    parameter_layout::{DECAYS, END, LIMIT, LOSSES, ONE as STORED_ONE, ParameterLayout, SETTINGS},
    sparse::{add_scaled, dot},
};

/// The settings of a weight.
fn settings_of(settings: &[u32], weight: usize) -> &[u32] {
    let mut all = settings.chunks_exact(SETTINGS);
    all.find(|settings| weight < settings[END] as usize).expect("every weight has settings")
}

/// The tensors of what [`Kernels::rounded`] gives.
struct Grid {
    values: Vec<f32>,
    parameters: ParameterLayout,
}

impl Grid {
    fn of(quantised: &FloatTensor<Flex>, parameters: ParameterLayout) -> Self {
        Self { values: row_of(quantised), parameters }
    }

    fn part(&self, start: usize, len: usize) -> &[f32] {
        &self.values[start - self.parameters.l1_bias..][..len]
    }

    fn l2(&self) -> &[f32] {
        self.part(self.parameters.l2, self.parameters.value_hidden * self.parameters.hidden)
    }

    fn l3(&self) -> &[f32] {
        self.part(self.parameters.l3, self.parameters.outputs * self.parameters.value_hidden)
    }

    fn policy_row(&self, row: usize) -> &[f32] {
        let size = self.parameters.policy_size();
        self.part(self.parameters.policy + row * size, size)
    }
}

impl Kernels for Flex {
    fn rounded(
        weights: FloatTensor<Self>,
        settings: IntTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let (weights, settings) = (row_of(&weights), words_of(&settings));
        let to_grid = |weight: usize| {
            let one = f32::from_bits(settings_of(&settings, weight)[STORED_ONE]);
            (weights[weight] * one).round_ties_even() / one
        };
        row((parameters.l1_bias..parameters.len).map(to_grid).collect())
    }

    fn accumulate(
        weights: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (weights, words) = (row_of(&weights), words_of(&words));
        let mut sums = Matrix::zeros(layout.positions, parameters.width);
        for position in 0..layout.positions {
            sums.add(position, &weights[parameters.embedding_bias..][..parameters.width], 1.0);
            for feature in layout.active.get(&words, position) {
                sums.add(position, &weights[feature * parameters.width..][..parameters.width], 1.0);
            }
        }
        let clamped = sums.clamped();
        let squares = clamped.values.iter().map(|value| value * value).collect();
        (clamped.tensor(), Matrix { columns: parameters.width, values: squares }.tensor())
    }

    fn first_layer(
        sums: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let (mut sums, quantised) = (Matrix::of(&sums), Grid::of(&quantised, parameters));
        (0..sums.rows()).for_each(|position| {
            sums.add(position, quantised.part(parameters.l1_bias, parameters.units), 1.0)
        });
        sums.clamped().tensor()
    }

    fn second_layer(
        first: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let (first, quantised) = (Matrix::of(&first), Grid::of(&quantised, parameters));
        let bias = quantised.part(parameters.l2_bias, parameters.value_hidden);
        layer(&first, quantised.l2(), bias, parameters.value_hidden).clamped().tensor()
    }

    fn outputs(
        second: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let (second, quantised) = (Matrix::of(&second), Grid::of(&quantised, parameters));
        layer(
            &second,
            quantised.l3(),
            quantised.part(parameters.l3_bias, parameters.outputs),
            parameters.outputs,
        )
        .tensor()
    }

    fn policy_logits(
        first: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let (first, quantised, words) =
            (Matrix::of(&first), Grid::of(&quantised, parameters), words_of(&words));
        let bias = quantised.part(parameters.policy_bias, parameters.policy_rows);
        let logits = (0..layout.positions).flat_map(|position| {
            let vector = &first.row(position)[parameters.hidden..];
            let quantised = &quantised;
            layout
                .legal
                .get(&words, position)
                .map(move |row| bias[row] + dot(quantised.policy_row(row), vector))
        });
        Matrix { columns: 1, values: logits.collect() }.tensor()
    }

    fn policy_gradient(
        logits: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weight: f32,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (logits, words) = (Matrix::of(&logits), words_of(&words));
        let mut gradient = Matrix::zeros(layout.moves, 1);
        let mut losses = Matrix::zeros(layout.positions, 1);
        for position in 0..layout.positions {
            let range = layout.legal.range(&words, position);
            let share = |place| number(&words, layout.shares, place, true) as f32 / f32::from(ONE);
            let targets: Vec<f32> = range.clone().map(share).collect();
            let (loss, shares) = cross_entropy(&logits.values[range.clone()], &targets);
            losses.values[position] = loss;
            let scale = weight * float(&words, layout.has_policy, position);
            for (place, (share, target)) in range.zip(shares.iter().zip(targets)) {
                gradient.values[place] = scale * (share - target);
            }
        }
        (gradient.tensor(), losses.tensor())
    }

    fn value_gradient(
        outputs: FloatTensor<Self>,
        policy: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weights: LossWeights,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (outputs, policy, words) = (Matrix::of(&outputs), Matrix::of(&policy), words_of(&words));
        let classes = layout.classes;
        let mut gradient = Matrix::zeros(layout.positions, classes + 1);
        let mut losses = Matrix::zeros(layout.positions, LOSSES);
        let per_position = 1.0 / layout.positions as f32;
        for position in 0..layout.positions {
            let output = outputs.row(position);
            let target = |class| float(&words, layout.value, position * classes + class);
            let targets: Vec<f32> = (0..classes).map(target).collect();
            let (value, shares) = cross_entropy(&output[..classes], &targets);
            let whole: f32 = targets.iter().sum();
            let grad_output = gradient.row_mut(position);
            for class in 0..classes {
                let slope = shares[class] * whole - targets[class];
                grad_output[class] = weights.value * per_position * slope;
            }
            let counts = float(&words, layout.counts, position);
            let error = output[classes] - float(&words, layout.plies, position) / MOVES_LEFT_UNIT;
            let near = error.abs().min(weights.threshold);
            let huber = 0.5 * near * near + (error.abs() - near) * weights.threshold;
            grad_output[classes] = weights.moves_left * per_position * counts * near * error.signum();
            losses.row_mut(position).copy_from_slice(&[value, policy.values[position], counts * huber]);
        }
        (gradient.tensor(), losses.tensor())
    }

    fn second_gradient(
        grad_output: FloatTensor<Self>,
        second: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let [grad_output, second] = [&grad_output, &second].map(Matrix::of);
        let quantised = Grid::of(&quantised, parameters);
        let mut grad_second = Matrix::zeros(second.rows(), parameters.value_hidden);
        for position in 0..second.rows() {
            for (grad_output, weights) in
                grad_output.row(position).iter().zip(quantised.l3().chunks_exact(parameters.value_hidden))
            {
                grad_second.add(position, weights, *grad_output);
            }
            grad_second.pass(position, second.row(position));
        }
        grad_second.tensor()
    }

    fn first_gradient(
        grad_second: FloatTensor<Self>,
        grad_logit: FloatTensor<Self>,
        first: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let [grad_second, grad_logit, first] = [&grad_second, &grad_logit, &first].map(Matrix::of);
        let (quantised, words) = (Grid::of(&quantised, parameters), words_of(&words));
        let mut grad_first = Matrix::zeros(layout.positions, parameters.units);
        for position in 0..layout.positions {
            let (value, vector) = grad_first.row_mut(position).split_at_mut(parameters.hidden);
            for (grad_second, weights) in
                grad_second.row(position).iter().zip(quantised.l2().chunks_exact(parameters.hidden))
            {
                add_scaled(value, weights, *grad_second);
            }
            let moves = layout.legal.range(&words, position).zip(layout.legal.get(&words, position));
            for (place, row) in moves {
                add_scaled(vector, quantised.policy_row(row), grad_logit.values[place]);
            }
            grad_first.pass(position, first.row(position));
        }
        grad_first.tensor()
    }

    fn accumulator_gradient(
        grad_activation: FloatTensor<Self>,
        clamped: FloatTensor<Self>,
    ) -> FloatTensor<Self> {
        let [mut gradient, clamped] = [&grad_activation, &clamped].map(Matrix::of);
        for (gradient, clamped) in gradient.values.iter_mut().zip(&clamped.values) {
            *gradient = if passes(*clamped) { 2.0 * clamped * *gradient } else { 0.0 };
        }
        gradient.tensor()
    }

    fn row_gradients(
        grad_logit: FloatTensor<Self>,
        first: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let (grad_logit, first, words) = (Matrix::of(&grad_logit), Matrix::of(&first), words_of(&words));
        let size = parameters.policy_size();
        let mut sums = Matrix::zeros(layout.by_row.count, size + 1);
        for group in 0..layout.by_row.count {
            for cell in layout.by_row.table.get(&words, group) {
                let (position, offset) = (cell >> OFFSET_BITS, cell & ((1 << OFFSET_BITS) - 1));
                let grad_logit = grad_logit.values[layout.legal.range(&words, position).start + offset];
                sums.add(group, &first.row(position)[parameters.hidden..], grad_logit);
                sums.row_mut(group)[size] += grad_logit;
            }
        }
        sums.tensor()
    }

    fn feature_gradients(
        grad_accumulator: FloatTensor<Self>,
        words: IntTensor<Self>,
        groups: Groups,
    ) -> FloatTensor<Self> {
        let (grad_accumulator, words) = (Matrix::of(&grad_accumulator), words_of(&words));
        let mut sums = Matrix::zeros(groups.count, grad_accumulator.columns);
        for group in 0..groups.count {
            groups.table.get(&words, group).for_each(|row| sums.add(group, grad_accumulator.row(row), 1.0));
        }
        sums.tensor()
    }

    fn sums_of_positions(
        grad_accumulator: FloatTensor<Self>,
        activations: FloatTensor<Self>,
        grad_first: FloatTensor<Self>,
        first: FloatTensor<Self>,
        grad_second: FloatTensor<Self>,
        second: FloatTensor<Self>,
        grad_output: FloatTensor<Self>,
        losses: FloatTensor<Self>,
        parameters: ParameterLayout,
        part: usize,
    ) -> FloatTensor<Self> {
        let [grad_accumulator, grad_first, grad_second, grad_output, losses] =
            [&grad_accumulator, &grad_first, &grad_second, &grad_output, &losses].map(Matrix::of);
        let [activations, first, second] = [&activations, &first, &second].map(Matrix::of);
        let mut sums = Matrix::zeros(first.rows().div_ceil(part), parameters.sums());
        for position in 0..first.rows() {
            let sums = sums.row_mut(position / part);
            let mut sum_up = |start: usize, gradient: &[f32], input: &[f32]| {
                let weights = sums[start - parameters.embedding_bias..].chunks_exact_mut(input.len());
                for (sums, gradient) in weights.zip(gradient) {
                    add_scaled(sums, input, *gradient);
                }
            };
            sum_up(parameters.embedding_bias, grad_accumulator.row(position), &[1.0]);
            sum_up(parameters.l1_bias, grad_first.row(position), &[1.0]);
            sum_up(parameters.l1, grad_first.row(position), activations.row(position));
            sum_up(parameters.l2_bias, grad_second.row(position), &[1.0]);
            sum_up(parameters.l2, grad_second.row(position), &first.row(position)[..parameters.hidden]);
            sum_up(parameters.l3_bias, grad_output.row(position), &[1.0]);
            sum_up(parameters.l3, grad_output.row(position), second.row(position));
            sum_up(parameters.policy_bias, losses.row(position), &[1.0]);
        }
        sums.tensor()
    }

    fn gather(
        grad_feature: FloatTensor<Self>,
        grad_row: FloatTensor<Self>,
        parts: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
        learn: Learn,
    ) -> FloatTensor<Self> {
        let [grad_feature, grad_row, parts] = [&grad_feature, &grad_row, &parts].map(Matrix::of);
        let words = words_of(&words);
        let sum_of = |groups: Groups, sums: &Matrix, item: usize| {
            let [from, to] = [item, item + 1].map(|item| words[groups.first + item] as usize);
            (from..to).fold(vec![0.0; sums.columns], |mut sum, group| {
                add_scaled(&mut sum, sums.row(group), 1.0);
                sum
            })
        };
        let mut gradient = vec![0.0; parameters.len + LOSSES];
        let mut sums = vec![0.0; parameters.sums()];
        for part in 0..parts.rows() {
            add_scaled(&mut sums, parts.row(part), 1.0);
        }
        let (of_weights, losses) = sums.split_at(parameters.policy_bias - parameters.embedding_bias);
        gradient[parameters.embedding_bias..parameters.policy_bias].copy_from_slice(of_weights);
        gradient[parameters.len..].copy_from_slice(losses);
        match learn {
            Learn::All => {
                for feature in 0..parameters.features {
                    let sum = sum_of(layout.by_feature, &grad_feature, feature);
                    gradient[feature * parameters.width..][..parameters.width].copy_from_slice(&sum);
                }
            }
            Learn::Policy => gradient[parameters.embedding_bias..parameters.l1_bias].fill(0.0),
        }
        let size = parameters.policy_size();
        for row in 0..parameters.policy_rows {
            let sum = sum_of(layout.by_row, &grad_row, row);
            gradient[parameters.policy + row * size..][..size].copy_from_slice(&sum[..size]);
            gradient[parameters.policy_bias + row] = sum[size];
        }
        self::row(gradient)
    }

    fn totals(gradient: FloatTensor<Self>, parameters: ParameterLayout) -> FloatTensor<Self> {
        let gradient = row_of(&gradient);
        let (weights, losses) = gradient.split_at(parameters.len);
        let squares = weights.iter().map(|value| value * value).sum();
        let values = losses.iter().copied().chain([squares]).collect();
        Matrix { columns: LOSSES + 1, values }.tensor()
    }

    fn adam(
        weights: FloatTensor<Self>,
        first: FloatTensor<Self>,
        second: FloatTensor<Self>,
        ema: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        totals: FloatTensor<Self>,
        settings: IntTensor<Self>,
        update: Update,
        clip: f32,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let norm = row_of(&totals)[LOSSES].sqrt();
        let scale = if norm > clip { clip / norm } else { 1.0 };
        let [mut weights, mut first, mut second, mut ema] = [&weights, &first, &second, &ema].map(row_of);
        let (gradient, settings) = (row_of(&gradient), words_of(&settings));
        for index in 0..weights.len() {
            let its = settings_of(&settings, index);
            let limit = f32::from_bits(its[LIMIT]);
            let shrink = 1.0 - update.decay * f32::from_bits(its[DECAYS + update.learn as usize]);
            let gradient = scale * gradient[index];
            first[index] = first[index] * update.beta1 + gradient * (1.0 - update.beta1);
            second[index] = second[index] * update.beta2 + gradient * gradient * (1.0 - update.beta2);
            let root = (second[index] * update.correction2).sqrt() + EPSILON;
            let moved = weights[index] * shrink - first[index] * update.correction1 / root * update.rate;
            weights[index] = moved.clamp(-limit, limit);
            ema[index] += (weights[index] - ema[index]) * update.ema_rate.unwrap_or(0.0);
        }
        (row(weights), row(first), row(second), row(ema))
    }
}
