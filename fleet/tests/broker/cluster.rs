//! A cluster whose members have folders of their own, as on three machines.

use std::{fs, path::Path};

use damier_fleet::{
    access::Access,
    broker::Program,
    folder::{Done, Folder, Way},
};

use super::{
    client::Client,
    ports::free_port,
    server::{kill, program, wait_until},
};

/// The folder of a member of a cluster; its broker is killed when it is dropped.
struct Member {
    folder: Folder,
    number: usize,
}

impl Member {
    /// Makes the folder of the first member of a cluster on this machine alone.
    fn first(path: &Path) -> Self {
        let member = |_| {
            let [port, cluster, monitor] = [(); 3].map(|()| free_port());
            format!(
                "[[member]]\nhost = \"127.0.0.1\"\nport = {port}\ncluster_port = {cluster}\nmonitor_port = {monitor}\n"
            )
        };
        let members: String = (1..=3).map(member).collect();
        fs::create_dir(path).expect("made");
        fs::write(path.join("fleet.toml"), format!("version = 1\nreplicas = 3\n{members}")).expect("written");
        Self::open(path, 1)
    }

    fn open(path: &Path, number: usize) -> Self {
        let folder = Folder::create(path, || panic!("it has settings"));
        Self { folder: folder.unwrap_or_else(|error| panic!("{error}")), number }
    }

    /// Makes the folder of another member: what it needs of this one.
    fn copied(&self, path: &Path, number: usize) -> Self {
        fs::create_dir_all(path.join("keys")).expect("made");
        for name in ["fleet.toml", "workers.toml", "keys/coordinator.nk"] {
            fs::copy(self.folder.path().join(name), path.join(name)).expect("copied");
        }
        Self::open(path, number)
    }

    fn up(&self, program: &Program) -> Done {
        let broker = self.folder.broker(Some(self.number)).expect("a member");
        self.folder.up(&broker, program).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Waits until it is connected with `count` others, and one of them all leads.
    fn wait_for_others(&self, count: usize) {
        let broker = self.folder.broker(Some(self.number)).expect("a member");
        wait_until("the members are connected", || {
            let cluster = broker.monitor().cluster().expect("asked");
            cluster.others == count && cluster.leader.is_some()
        });
    }

    /// The address of a worker that was invited here.
    fn worker(&self, name: &str) -> Access {
        self.folder.worker(name, Way::Tcp).expect("invited")
    }

    /// Has a machine connect with this member.
    fn connect(&self, access: &Access) -> Result<Client, String> {
        let servers = vec![access.servers[self.number - 1].clone()];
        Client::connect(&Access { servers, ..access.clone() })
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        for broker in self.folder.brokers() {
            kill(&broker, "KILL");
        }
    }
}

#[test]
fn members_find_one_another_and_take_on_the_workers_of_the_first() {
    let Some(program) = program() else { return };
    let scratch = tempfile::tempdir().expect("a folder");
    let first = Member::first(&scratch.path().join("first"));
    first.folder.invite("anna").expect("invited");
    let anna = first.worker("anna");
    let second = first.copied(&scratch.path().join("second"), 2);
    let third = first.copied(&scratch.path().join("third"), 3);
    for member in [&first, &second, &third] {
        assert_eq!(member.up(&program), Done::Now);
        assert_eq!(member.folder.running().expect("asked").len(), 1);
    }
    for member in [&first, &second, &third] {
        member.wait_for_others(2);
        member.connect(&anna).expect("let in");
        member.connect(&member.folder.coordinator()).expect("let in");
    }
    first.folder.invite("bob").expect("invited");
    first.folder.ban("anna", "a reason").expect("banned");
    let bob = first.worker("bob");
    first.connect(&bob).expect("let in");
    first.connect(&anna).expect_err("banned");
    second.connect(&anna).expect("it knows nothing of the ban yet");
    let list = |member: &Member| member.folder.path().join("workers.toml");
    fs::copy(list(&first), list(&second)).expect("copied");
    assert_eq!(second.up(&program), Done::Before);
    second.connect(&bob).expect("let in");
    second.connect(&anna).expect_err("banned");
}

#[test]
fn a_broker_without_the_key_of_the_fleet_is_no_member() {
    let Some(program) = program() else { return };
    let scratch = tempfile::tempdir().expect("a folder");
    let first = Member::first(&scratch.path().join("first"));
    let path = scratch.path().join("stranger");
    fs::create_dir(&path).expect("made");
    fs::copy(first.folder.path().join("fleet.toml"), path.join("fleet.toml")).expect("copied");
    let stranger = Member::open(&path, 2);
    for member in [&first, &stranger] {
        assert_eq!(member.up(&program), Done::Now);
    }
    let log = first.folder.path().join("broker-1.log");
    wait_until("it is refused", || {
        fs::read_to_string(&log).expect("read").to_lowercase().contains("authentication error")
    });
    let cluster = first.folder.broker(Some(1)).expect("a member").monitor().cluster().expect("asked");
    assert_eq!((cluster.others, cluster.leader), (0, None));
}
