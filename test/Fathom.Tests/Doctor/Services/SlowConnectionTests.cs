using Fathom.Diagnosis.Experiments;
using Fathom.Doctor.Probes.Outside;
using Fathom.Doctor.Services;
using Fathom.Records.Doctors;
using Fathom.TestKit;
using Fathom.Tests.Doctor.Recorded;

namespace Fathom.Tests.Doctor.Services;

/// <summary>A server that takes long over each further connection, such as one that looks up its peer's name: what was seen before is
/// said.</summary>
public sealed class SlowConnectionTests
{
    private readonly VirtualTime _time = new();
    private readonly ReplayedService _recorded;

    public SlowConnectionTests() => _recorded = new(RecordedExamination.Read("slow-handshake").Service!, _time);

    [Fact]
    public async Task A_question_that_needs_one_is_left_out()
    {
        var verdict = await ExamineAsync([_recorded, new FurtherConnection()], _recorded);
        verdict.Causes.Select(c => c.Id).ShouldContain("connect-path-stalls");
        verdict.NotSeen.ShouldContain("Not asked to the end: Opens one more. The server does not speak HTTP/2, or not soon enough on a new "
            + "connection: no SETTINGS within 10 s.");
    }

    [Fact]
    public async Task Calls_that_need_one_end_the_examination_with_what_is_known()
    {
        var verdict = await ExamineAsync([_recorded], new Unconnected());
        verdict.Causes.Select(c => c.Id).ShouldContain("connect-path-stalls");
        verdict.NotSeen.ShouldContain(s => s.StartsWith("Ended before all was asked: the server", StringComparison.Ordinal));
    }

    private Task<DoctorRecord> ExamineAsync(IReadOnlyList<IServiceProbe> probes, IExaminedService service) =>
        Examinations.Doctor(
            new ProbeTarget { Server = new() { Address = new Uri("http://127.0.0.1:1") }, Path = "my.Shop/Find", Messages = [default] },
            _time, probes, _ => service).ExamineAsync(CancellationToken.None);

    private static SlowConnectionException Slow() => new(TimeSpan.FromSeconds(10), new TimeoutException());

    private sealed class FurtherConnection : IServiceProbe
    {
        public string Describe(ProbeSession session) => "Opens one more.";

        public Task ObserveAsync(ProbeSession session, CancellationToken cancellation) => throw Slow();
    }

    private sealed class Unconnected : IExaminedService
    {
        public Task<FoundServer> FindServerAsync(CancellationToken cancellation) => Task.FromResult(new FoundServer(null, false));

        public Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation) => throw Slow();
    }
}
