using Fathom.Records.Reports.Doctors;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Statistics;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor;

/// <summary>The record of a verdict, its schema and its page.</summary>
public sealed class DoctorRecordTests : IDisposable
{
    private static readonly DoctorRecord Record = new()
    {
        Target = new DoctorTarget("program", "dotnet <b>.dll"),
        Started = new DateTimeOffset(2026, 11, 23, 20, 0, 0, TimeSpan.Zero),
        ElapsedSeconds = 61.5,
        Seed = 1,
        Verdict = "thread-pool-starvation costs 90 % of the time.",
        Machine = new MachineInfo { Os = "Linux", Kernel = "6.18", Cpu = "x", Cores = 2, MemoryBytes = 1, Dotnet = "10.0.0" },
        Time = ["Watched for 10 s."],
        Causes =
        [
            new DoctorCause
            {
                Id = "thread-pool-starvation",
                Kind = FindingKind.Finding,
                Share = 0.9,
                Claim = "Blocking calls starve the pool.",
                Evidence = "44 threads were added",
                Proof = new DoctorProof("DOTNET_ThreadPool_ForceMinWorkerThreads", "C8", "time from start to end", "ms", 10_000, 1_000,
                    new Estimate(10, 9, 11) { Confidence = 0.9 }, 0.004, 5),
                Fix = "await",
            },
            new DoctorCause
            {
                Id = "channel-per-call",
                Kind = FindingKind.Hint,
                Share = 0.1,
                Evidence = "500 connections opened for 500 calls",
                WouldProve = "one channel",
                Fix = "one channel",
            },
        ],
        RuledOut = [new RuledOutCause("gc-pauses", "0 collections")],
        NotSeen = ["nothing"],
        Observations = [new ObservedValue("calls", "calls", "500 count", "counters")],
        Runs = [new DoctorRun(1, "", 10_000, 0), new DoctorRun(1, "A=B", 1_000, 0)],
    };

    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void A_record_is_read_as_it_was_written()
    {
        var path = DoctorRecordStore.Write(_folder.Path, Record);
        DoctorRecordStore.Serialize(DoctorRecordStore.Read(path)).ShouldBe(File.ReadAllBytes(path));
        File.ReadAllText(path).ShouldContain("\"kind\": \"finding\"");
    }

    [Fact]
    public void A_record_that_violates_the_schema_is_not_written_and_says_where()
    {
        var invalid = Record with { Causes = [Record.Causes[0] with { Share = 1.5 }] };
        Should.Throw<RunRecordException>(() => DoctorRecordStore.Write(_folder.Path, invalid)).Message.ShouldContain("/causes/0/share");
        Directory.GetFiles(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public void A_file_that_is_no_verdict_is_refused()
    {
        File.WriteAllText(_folder.PathOf("doctor.json"), "{}");
        Should.Throw<RunRecordException>(() => DoctorRecordStore.Read(_folder.PathOf("doctor.json"))).Message
            .ShouldContain("is not a valid verdict");
    }

    [Fact]
    public void The_page_escapes_what_it_shows_and_has_proof_and_hint()
    {
        var page = DoctorPage.Write(Record);
        page.ShouldContain("dotnet &lt;b&gt;.dll");
        page.ShouldContain("DOTNET_ThreadPool_ForceMinWorkerThreads=C8 and nothing else changed");
        page.ShouldContain("Proof would be: one channel");
        page.ShouldContain("<strong>gc-pauses</strong>: 0 collections");
    }

    public void Dispose() => _folder.Dispose();
}
