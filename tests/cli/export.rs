use std::fs;

use super::{
    nets,
    program::{Run, damier},
    tiny::{Scratch, TINY},
};

fn export(net: &str, output: &str, flags: &[&str]) -> Run {
    let mut arguments = vec!["export", net, "-o", output];
    arguments.extend(flags);
    damier(&arguments)
}

#[test]
fn a_net_comes_back_from_safetensors_byte_for_byte() {
    let scratch = Scratch::new();
    let net = nets::write(scratch.folder(), "russian");
    for kind in ["--quantised", "--float"] {
        let [file, back] = ["safetensors", "dmn"].map(|suffix| scratch.path(&format!("net{kind}.{suffix}")));
        export(&net, &file, &["--format", "safetensors", kind]).success();
        let said = damier(&["import", &file, "-o", &back]).success();
        assert!(said.contains("russian") && said.contains("parameters"), "{said}");
        assert_eq!(fs::read(&back).expect("written"), fs::read(&net).expect("read"));
    }
}

#[test]
fn every_format_is_written_with_positions_beside_it() {
    let scratch = Scratch::new();
    let net = nets::write(scratch.folder(), "tic-tac-toe");
    for format in ["safetensors", "onnx", "c-header", "json"] {
        let file = scratch.path(format);
        let said = export(&net, &file, &["--format", format, "--positions", "20"]).success();
        assert!(said.lines().any(|line| line.starts_with(&file)), "{said}");
        let positions = fs::read_to_string(format!("{file}.positions.jsonl")).expect("written");
        assert_eq!(positions.lines().count(), 20);
        // The seed alone decides about the games.
        let again = scratch.path(&format!("{format}-again"));
        export(&net, &again, &["--format", format, "--positions", "20", "--seed", "1"]).success();
        assert_eq!(fs::read(&again).expect("written"), fs::read(&file).expect("written"));
        assert_eq!(fs::read_to_string(format!("{again}.positions.jsonl")).expect("written"), positions);
    }
}

#[test]
fn a_checkpoint_exports_as_the_net_that_training_makes_of_it() {
    let scratch = Scratch::new();
    let config = scratch.write("run.toml", TINY);
    let run = scratch.path("run");
    damier(&["run", &config, "--dir", &run]).success();
    let [checkpoint, last] = ["checkpoints/latest.dmc", "nets/final.dmn"].map(|name| format!("{run}/{name}"));
    let tensors = |file: &str| {
        let back = format!("{file}.dmn");
        damier(&["import", file, "-o", &back]).success();
        let net = damier_engine::net::Net::read(back.as_ref()).expect("a net");
        net.tensors()
    };
    let wanted = damier_engine::net::Net::read(last.as_ref()).expect("a net").tensors();
    for kind in ["--quantised", "--float"] {
        let file = scratch.path(&format!("checkpoint{kind}"));
        export(&checkpoint, &file, &["--format", "safetensors", kind]).success();
        assert_eq!(tensors(&file), wanted, "{kind}");
    }
}

#[test]
fn what_cannot_be_exported_or_imported_is_refused() {
    let scratch = Scratch::new();
    let net = nets::write(scratch.folder(), "russian");
    let output = scratch.path("net.onnx");
    let error = export(&net, &output, &["--format", "onnx", "--quantised"]).failure(1);
    assert!(error.contains("onnx files hold float weights only; leave --quantised out"), "{error}");
    let error = export(&net, &output, &["--format", "gguf"]).failure(2);
    assert!(error.contains("safetensors, onnx, c-header, json"), "{error}");
    let error = export(&scratch.write("text", "hello"), &output, &["--format", "json"]).failure(1);
    assert!(error.contains("not a net"), "{error}");
    let error = export(&net, &net, &["--format", "json"]).failure(1);
    assert!(error.contains("never overwritten"), "{error}");
    scratch.write("net.onnx.positions.jsonl", "");
    let error = export(&net, &output, &["--format", "onnx", "--positions", "5"]).failure(1);
    assert!(error.contains("net.onnx.positions.jsonl") && error.contains("never overwritten"), "{error}");
    assert!(!fs::exists(&output).expect("known"), "nothing is written where something is refused");
    let error = damier(&["import", &net, "-o", &output]).failure(1);
    assert!(error.contains("random.net") && error.contains("not a whole safetensors file"), "{error}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_neither_the_net_nor_its_positions() {
    use super::program::damier_with_small_files;
    let scratch = Scratch::new();
    let net = nets::write(scratch.folder(), "russian");
    let before = fs::read_dir(scratch.folder()).expect("listed").count();
    let size = fs::metadata(&net).expect("a file").len();
    for format in ["safetensors", "json"] {
        let file = scratch.path(format);
        let arguments = ["export", &net, "-o", &file, "--format", format, "--positions", "1"];
        let error = damier_with_small_files(&arguments, size / 2).failure(1);
        assert!(error.contains(&file) && error.contains("free space"), "{error}");
        assert_eq!(fs::read_dir(scratch.folder()).expect("listed").count(), before, "{format}");
    }
}
