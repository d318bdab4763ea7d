//! The device on which burn computes.

use burn::tensor::Device;

use crate::{config::DeviceChoice, error::TrainError};

/// Opens the device that the configuration asks for.
///
/// # Errors
/// If this build has not the cargo feature that the device needs, or the machine has no such device.
pub fn open(choice: DeviceChoice) -> Result<Device, TrainError> {
    match choice {
        DeviceChoice::Cpu => Ok(Device::flex()),
        DeviceChoice::Wgpu => wgpu(),
        DeviceChoice::Cuda => cuda(),
    }
}

#[cfg(feature = "wgpu")]
fn wgpu() -> Result<Device, TrainError> {
    use burn::tensor::{DeviceKind, DeviceType};

    if Device::enumerate(DeviceType::Wgpu).is_empty() {
        return Err(TrainError::NoDevice {
            device: "wgpu",
            what: "driver of Vulkan, Metal or DirectX 12 with a device",
        });
    }
    Ok(Device::wgpu(DeviceKind::DefaultDevice))
}

#[cfg(not(feature = "wgpu"))]
fn wgpu() -> Result<Device, TrainError> {
    Err(TrainError::DeviceNotBuilt { device: "wgpu" })
}

#[cfg(feature = "cuda")]
fn cuda() -> Result<Device, TrainError> {
    use burn::tensor::{DeviceIndex, DeviceType};

    if Device::enumerate(DeviceType::Cuda).is_empty() {
        return Err(TrainError::NoDevice { device: "cuda", what: "NVIDIA driver with a device" });
    }
    Ok(Device::cuda(DeviceIndex::Default))
}

#[cfg(not(feature = "cuda"))]
fn cuda() -> Result<Device, TrainError> {
    Err(TrainError::DeviceNotBuilt { device: "cuda" })
}
