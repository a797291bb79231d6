using Fathom.Lab.Results;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>The sender of the published mediator, while it sends: <c>fathom doctor --pid</c> names what it does before each
/// message.</summary>
[Collection(Alone.Name)]
public sealed class MediatorSenderTests
{
    private static readonly TimeSpan Within = TimeSpan.FromMinutes(3);

    [Theory]
    [InlineData("per-call", "certificate-per-call", "CertificateFiles.ReadAsync in LoadWithKeysAsync")]
    [InlineData("once", null, null)]
    public Task A_sender_that_loads_its_certificates_for_each_message_is_told_where(string use, string? cause, string? place) =>
        Examination.JudgeAsync(async doctor =>
        {
            // More time than the watch takes; the test ends it.
            var pings = MediatorPair.Pings(use, locks: "global", seconds: Within.TotalSeconds);
            await using var pair = await MediatorPair.StartAsync(tls: true, pings);
            using var ending = new CancellationTokenSource();
            var sending = pair.RunAsync(pings, Within + Within, ending.Token);

            var record = await doctor.RunAsync("--pid", $"{pair.Sender}");
            sending.IsCompleted.ShouldBeFalse("it sends all the while");
            await ending.CancelAsync();
            await Should.ThrowAsync<OperationCanceledException>(sending);

            string[] expected = cause is null ? [] : [cause];
            record.Causes.Select(c => c.Id).ShouldBe(expected, doctor.Wrote);
            record.Causes.ShouldAllBe(c => c.Kind == FindingKind.Hint && c.Evidence.Contains(place!), doctor.Wrote);
            record.RuledOut.Any(r => r.Id == "certificate-per-call").ShouldBe(cause is null, doctor.Wrote);
        });
}
