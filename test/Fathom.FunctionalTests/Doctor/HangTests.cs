using Fathom.Doctor;
using Fathom.Doctor.Services;
using Fathom.Doctor.Probes.Outside;
using Fathom.Records.Doctors;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Services whose calls do not end. A doctor waits for half a minute, which here takes seconds.</summary>
[Collection(Alone.Name)]
public sealed class HangTests : IDoctorProgress
{
    // A server has two seconds to answer PING.
    private const int Times = 8;

    private readonly TaskCompletionSource _calls = new(TaskCreationOptions.RunContinuationsAsynchronously);

    [Fact]
    public async Task A_method_that_never_answers_is_told_from_a_server_that_does_not()
    {
        await using var service = await PlantedService.StartAsync("unread");
        (await Should.ThrowAsync<DoctorException>(ExamineAsync(service))).ShouldSatisfyAllConditions(
            e => e.IsMissing.ShouldBeFalse(),
            // As it was measured: a turn of a sixteenth of a second makes 31 s of the 30.
            e => e.Message.ShouldMatch(@"a call of fathom\.plants\.Plant/Call did not end within 3\d s\. "
                + "PING on its connection was answered in"),
            e => e.Message.ShouldContain("'fathom doctor --pid PID' shows where its threads wait"));
    }

    [Fact]
    public async Task What_was_seen_before_one_call_does_not_end_is_kept()
    {
        await using var service = await PlantedService.StartAsync("hanging-at-times");
        (await ExamineAsync(service)).ShouldSatisfyAllConditions(
            r => r.Verdict.ShouldStartWith("Some calls end, and one does not: a call of fathom.plants.Plant/Call did not end within "),
            r => r.Verdict.ShouldNotContain("Healthy"),
            r => r.NotSeen.ShouldContain(n => n.StartsWith("Ended before all rounds were made", StringComparison.Ordinal)),
            r => r.Observations.ShouldContain(o => o.Id == "call-time"));
    }

    [Fact]
    public async Task A_server_that_has_stopped_is_told_from_a_method_that_never_answers()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs signals");
        await using var service = await PlantedService.StartAsync("waiting");
        var examination = ExamineAsync(service);
        await await Task.WhenAny(_calls.Task, examination);
        await service.FreezeAsync();
        (await Should.ThrowAsync<DoctorException>(examination)).ShouldSatisfyAllConditions(
            e => e.IsMissing.ShouldBeFalse(),
            e => e.Message.ShouldContain("PING on its connection was not answered, and over a new connection the same did not end either: "
                + "the server has stopped, or the way to it is cut"));
    }

    void IDoctorProgress.Asks(string sentence)
    {
        if (sentence.Contains("Times PING", StringComparison.Ordinal))
        {
            _calls.TrySetResult();
        }
    }

    private Task<DoctorRecord> ExamineAsync(PlantedService service) => new ServiceDoctor(
        new ServiceSpec(new ProbeTarget
        {
            Server = new() { Address = new Uri(service.Address) },
            Path = "/fathom.plants.Plant/Call",
            Messages = [ReadOnlyMemory<byte>.Empty],
        }),
        new DoctorOptions { Budget = TimeSpan.FromHours(1) }, this, new FastTime(Times))
        .ExamineAsync(TestContext.Current.CancellationToken);
}
