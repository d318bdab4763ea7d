//! Which learner computes where.

use crate::{
    config::DeviceChoice,
    error::TrainError,
    learner::{Learner, LearnerState, host::HostLearner},
};

/// Opens the device that the configuration asks for and returns a learner there that goes on from `state`.
///
/// # Errors
/// If this build has not the cargo feature that the device needs, or the machine has no such device.
pub fn learner(choice: DeviceChoice, state: LearnerState) -> Result<Box<dyn Learner>, TrainError> {
    match choice {
        DeviceChoice::Cpu => Ok(Box::new(HostLearner::new(state))),
        DeviceChoice::Wgpu => wgpu(&state),
        DeviceChoice::Cuda => cuda(&state),
    }
}

#[cfg(feature = "wgpu")]
fn wgpu(state: &LearnerState) -> Result<Box<dyn Learner>, TrainError> {
    use burn::tensor::{Device, DeviceKind, DeviceType};

    if Device::enumerate(DeviceType::Wgpu).is_empty() {
        return Err(TrainError::NoDevice {
            device: "wgpu",
            what: "driver of Vulkan, Metal or DirectX 12 with a device",
        });
    }
    let device = Device::wgpu(DeviceKind::DefaultDevice);
    Ok(Box::new(crate::learner::device::DeviceLearner::new(state, device)))
}

#[cfg(not(feature = "wgpu"))]
fn wgpu(_: &LearnerState) -> Result<Box<dyn Learner>, TrainError> {
    Err(TrainError::DeviceNotBuilt { device: "wgpu" })
}

#[cfg(feature = "cuda")]
fn cuda(state: &LearnerState) -> Result<Box<dyn Learner>, TrainError> {
    use burn::tensor::{Device, DeviceIndex, DeviceType};

    if Device::enumerate(DeviceType::Cuda).is_empty() {
        return Err(TrainError::NoDevice { device: "cuda", what: "NVIDIA driver with a device" });
    }
    let device = Device::cuda(DeviceIndex::Default);
    Ok(Box::new(crate::learner::device::DeviceLearner::new(state, device)))
}

#[cfg(not(feature = "cuda"))]
fn cuda(_: &LearnerState) -> Result<Box<dyn Learner>, TrainError> {
    Err(TrainError::DeviceNotBuilt { device: "cuda" })
}
