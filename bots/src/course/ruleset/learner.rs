//! A model of Dracula's choices, learnt from games of the course.

use stoker_engine::course::{Course, Move, State};

use crate::course::{MoveModel, ObservedChoices};
use crate::{Learned, LearnedWeight, Learner, LogLikelihood};

pub(super) fn learner(course: &Course) -> Box<dyn Learner<Course>> {
    Box::new(Dracula(ObservedChoices::new(course)))
}

/// His decisions so far.
struct Dracula(ObservedChoices);

impl Learner<Course> for Dracula {
    fn use_rules(&mut self, course: &Course) {
        self.0.use_rules(course);
    }

    fn watch(&mut self, course: &Course, state: &State, chosen: Move) {
        if let Move::Dracula(mv) = chosen {
            self.0.add(course, state.position(), mv);
        }
    }

    fn learned(&self) -> Learned {
        let fit = self.0.fit();
        let (default, weights) = (MoveModel::default(), fit.model.weights());
        let weights = (MoveModel::NAMES.into_iter().zip(weights))
            .zip(fit.errors.into_iter().zip(default.weights()))
            .map(|((name, value), (error, default))| LearnedWeight { name, value, error, default });
        Learned {
            of: "Dracula",
            decisions: fit.decisions,
            weights: weights.collect(),
            log_likelihood: LogLikelihood {
                uniform: fit.uniform,
                default: self.0.log_likelihood(&default),
                fitted: fit.log_likelihood,
            },
            bots: &["marshal"],
        }
    }
}
