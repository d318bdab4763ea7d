//! A client of WebDriver (<https://www.w3.org/TR/webdriver2/>), as small as these tests need it.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// What WebDriver calls the field with an element's name.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// How long something may take until a test gives up. It is a limit only: nothing is measured.
const PATIENCE: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(15);

/// A browser with one window, which ends with it.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    folder: TempDir,
}

impl Browser {
    /// Starts chromedriver and a browser with a window of that size.
    pub(crate) fn start(width: u32, height: u32) -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver runs; `.ci/run page` installs it");
        let port = port_of(&mut driver);
        let mut browser = Self { driver, port, session: String::new(), folder };
        let arguments = [
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            // Answers come at once then, and pieces do not fly.
            "--force-prefers-reduced-motion".to_owned(),
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", browser.folder.path().join("profile").display()),
        ];
        let downloads = browser.downloads();
        fs::create_dir(&downloads).expect("a folder for files");
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            "goog:chromeOptions": {"args": arguments, "prefs": {"download.default_directory": downloads}},
        }}});
        let answer = browser.request("POST", "", &wanted).expect("the browser starts");
        browser.session = answer["sessionId"].as_str().expect("a session").to_owned();
        // Headless windows are not smaller than 500 pixels by themselves.
        browser.command(
            "goog/cdp/execute",
            &json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": {
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500,
            }}),
        );
        browser
    }

    /// Returns the folder that saved files come to.
    pub(crate) fn downloads(&self) -> PathBuf {
        self.folder.path().join("files")
    }

    /// Opens an address.
    pub(crate) fn open(&self, address: &str) {
        self.command("url", &json!({"url": address}));
    }

    /// Runs a script in the page and returns its value.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.command("execute/sync", &json!({"script": script, "args": []}))
    }

    /// Returns a script's value once it is neither null nor false.
    pub(crate) fn until(&self, script: &str) -> Value {
        let begin = Instant::now();
        loop {
            let value = self.script(&format!("return {script}"));
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            if begin.elapsed() > PATIENCE {
                let text = self.script("return location.href + '\\n' + document.body.innerText");
                panic!("this never came about: {script}\n{}", text.as_str().unwrap_or_default());
            }
            thread::sleep(POLL);
        }
    }

    /// Clicks the first element of a CSS selector as a person does, once it is there.
    pub(crate) fn click(&self, selector: &str) {
        self.act(selector, "click", &json!({}));
    }

    /// Types into the first element of a CSS selector; `\u{e007}` is Enter.
    pub(crate) fn keys(&self, selector: &str, text: &str) {
        self.act(selector, "value", &json!({"text": text}));
    }

    /// Touches the squares of a move, one after the other.
    pub(crate) fn squares(&self, names: &[&str]) {
        for name in names {
            self.click(&format!("[data-square='{name}']"));
        }
    }

    /// Does something to the first element of a CSS selector, once it is there. Another try follows where the page
    /// took the element away, or moved it, between finding it and acting.
    fn act(&self, selector: &str, action: &str, body: &Value) {
        let begin = Instant::now();
        loop {
            self.until(&format!("document.querySelector({selector:?}) !== null"));
            let found = self.try_command("element", &json!({"using": "css selector", "value": selector}));
            let done = found.and_then(|found| {
                let element = found[ELEMENT].as_str().expect("an element");
                self.try_command(&format!("element/{element}/{action}"), body)
            });
            match done {
                Ok(_) => return,
                Err(error) => {
                    let gone = ["stale element reference", "no such element", "element click intercepted"];
                    let again = gone.iter().any(|kind| error["error"] == *kind) && begin.elapsed() < PATIENCE;
                    assert!(again, "{action} {selector}: {}", error["message"]);
                }
            }
        }
    }

    /// Returns the entries of a log since it was last read.
    pub(crate) fn log(&self, kind: &str) -> Vec<String> {
        let entries = self.command("se/log", &json!({"type": kind}));
        let text = |entry: &Value| entry["message"].as_str().map(str::to_owned);
        entries.as_array().expect("a log").iter().filter_map(text).collect()
    }

    fn command(&self, path: &str, body: &Value) -> Value {
        self.try_command(path, body).unwrap_or_else(|error| panic!("{path}: {}", error["message"]))
    }

    fn try_command(&self, path: &str, body: &Value) -> Result<Value, Value> {
        self.request("POST", &format!("/{}/{path}", self.session), body)
    }

    /// Sends a request and returns what it gives back, or the error, an object with `error` and `message`.
    fn request(&self, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("chromedriver listens");
        let head = format!(
            "{method} /session{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).expect("a request");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a header");
            let line = line.trim().to_ascii_lowercase();
            if let Some(number) = line.strip_prefix("content-length:") {
                length = number.trim().parse().expect("a length");
            }
            if line.is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).expect("an answer");
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        let value = answer["value"].clone();
        if value.get("error").is_some() { Err(value) } else { Ok(value) }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !thread::panicking() {
            let _ = self.request("DELETE", &format!("/{}", self.session), &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Reads the port from what chromedriver says.
fn port_of(driver: &mut Child) -> u16 {
    let mut reader = BufReader::new(driver.stdout.take().expect("its output"));
    let mut line = String::new();
    while reader.read_line(&mut line).expect("a line") > 0 {
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            let port = port.trim().trim_end_matches('.').parse().expect("a port");
            // It goes on talking, and would stop at a full pipe.
            thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()));
            return port;
        }
        line.clear();
    }
    panic!("chromedriver did not start");
}
