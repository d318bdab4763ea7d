//! The learning rate, step by step.

use damier_numerics::single;

use crate::config::{Decay, TrainConfig};

/// The course of the learning rate over a whole run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// The highest rate.
    pub peak: f32,
    /// The rate at the end, as a share of the highest.
    pub final_share: f32,
    /// Steps until the highest rate.
    pub warm_up: u64,
    /// Steps of the run.
    pub total: u64,
    /// How it falls.
    pub decay: Decay,
}

impl Schedule {
    /// The schedule of a configuration over `total` steps.
    pub fn new(config: &TrainConfig, total: u64) -> Self {
        Self {
            peak: config.learning_rate,
            final_share: config.final_learning_rate_share,
            warm_up: config.warm_up_steps.min(total / 2),
            total,
            decay: config.decay,
        }
    }

    /// The rate of a step, counted from 0; steps beyond the end have the rate of the end.
    pub fn rate(&self, step: u64) -> f32 {
        if step < self.warm_up {
            return self.peak * (step + 1) as f32 / (self.warm_up + 1) as f32;
        }
        let falling = self.total.saturating_sub(self.warm_up).max(1);
        let progress = ((step - self.warm_up) as f32 / falling as f32).min(1.0);
        let left = match self.decay {
            Decay::Cosine => 0.5 * (1.0 + single::cos(std::f32::consts::PI * progress)),
            Decay::Linear => 1.0 - progress,
            Decay::Constant => 1.0,
        };
        self.peak * (self.final_share + (1.0 - self.final_share) * left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rises_then_falls_to_its_end() {
        for decay in [Decay::Cosine, Decay::Linear] {
            let schedule = Schedule { peak: 0.1, final_share: 0.01, warm_up: 10, total: 1000, decay };
            let rates: Vec<f32> = (0..1100).map(|step| schedule.rate(step)).collect();
            assert!(rates[0] > 0.0);
            assert!(rates[..=10].is_sorted(), "{decay:?}");
            assert_eq!(rates[10], 0.1);
            assert!(rates[10..].is_sorted_by(|before, after| before >= after), "{decay:?}");
            assert!((rates[1099] - 0.001).abs() < 1e-6);
        }
    }
}
