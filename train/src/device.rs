//! The device on which burn computes.

use burn::tensor::Device;

use crate::{config::DeviceChoice, error::TrainError};

/// Opens the device that the configuration asks for.
///
/// # Errors
/// If this build has not the cargo feature that the device needs.
pub fn open(choice: DeviceChoice) -> Result<Device, TrainError> {
    match choice {
        DeviceChoice::Cpu => Ok(Device::flex()),
        DeviceChoice::Wgpu => wgpu(),
        DeviceChoice::Cuda => cuda(),
    }
}

#[cfg(feature = "wgpu")]
fn wgpu() -> Result<Device, TrainError> {
    Ok(Device::vulkan(burn::tensor::DeviceKind::DefaultDevice))
}

#[cfg(not(feature = "wgpu"))]
fn wgpu() -> Result<Device, TrainError> {
    Err(TrainError::DeviceNotBuilt { device: "wgpu" })
}

#[cfg(feature = "cuda")]
fn cuda() -> Result<Device, TrainError> {
    Ok(Device::cuda(burn::tensor::DeviceIndex::Default))
}

#[cfg(not(feature = "cuda"))]
fn cuda() -> Result<Device, TrainError> {
    Err(TrainError::DeviceNotBuilt { device: "cuda" })
}
