using Fathom.Studies;
using Fathom.Studies.Mediator;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Cli;

/// <summary>What the study <c>mediator</c> measures, as far as nothing in it hangs on the speed of the machine.</summary>
public sealed class MediatorRunTests : IDisposable
{
    private const double Seconds = 0.3;

    private readonly TemporaryFolder _temporary = new();

    private string Scratch => Directory.CreateDirectory(_temporary.PathOf("scratch")).FullName;

    public void Dispose() => _temporary.Dispose();

    [Theory]
    [InlineData("pooled")]
    [InlineData("per-call")]
    public async Task Messages_reach_their_node_and_a_channel_per_call_is_a_connection_per_call(string channel)
    {
        var (figures, values) = await StudyReplicate.RunAsync(MediatorStudy.Spec, Profile.Quick,
            [("message", "ping"), ("size", "0"), ("certificate", "once"), ("lock", "none"), ("warm_up", "0.3"), ("channel", channel)],
            Seconds);

        // Over the connection that is there since the warm-up, or each over its own.
        values["messages"]!.Value.ShouldBeGreaterThanOrEqualTo(1);
        values["connections_opened"].ShouldBe(channel == "per-call" ? values["messages"] : 0);

        // The warm-up and what counts, in tenths of a second.
        var series = figures.Client.Series.ShouldHaveSingleItem();
        series.Name.ShouldBe("messages_per_second");
        series.Points.Count.ShouldBeGreaterThanOrEqualTo(6);
        (series.Points[0].AtMs, series.Points[1].AtMs).ShouldBe((0, 100));
    }

    [Fact]
    public async Task Large_messages_count_until_the_last_is_answered()
    {
        var (_, values) = await StudyReplicate.RunAsync(MediatorStudy.Spec, Profile.Full,
            [("size", "10M"), ("tls", "mutual"), ("payload", "text"), ("compression", "raw"), ("link", "none")], Seconds);

        // None begins after the time that was asked for, and it takes no less.
        values["messages"]!.Value.ShouldBeGreaterThanOrEqualTo(1);
        values["messages_per_second"]!.Value.ShouldBeLessThanOrEqualTo(values["messages"]!.Value / Seconds);
        values["payload_mb_per_second"]!.Value
            .ShouldBe(values["messages_per_second"]!.Value * 10.48576, 0.001 * values["payload_mb_per_second"]!.Value);
        values["copy_mb_per_second"]!.Value.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Notifications_go_over_the_connection_of_the_warm_up()
    {
        var (_, values) = await StudyReplicate.RunAsync(MediatorStudy.Spec, Profile.Full, [("message", "bing")], Seconds);

        values["messages"]!.Value.ShouldBeGreaterThanOrEqualTo(1);
        values["connections_opened"].ShouldBe(0);
    }

    [Fact]
    public async Task A_sender_as_published_sees_to_its_certificates_for_every_message()
    {
        var (_, values) = await StudyReplicate.RunAsync(MediatorStudy.Spec, Profile.Quick,
            [("size", "0"), ("certificate", "per-call"), ("callers", "8"), ("lock", "global")], Seconds, Scratch);

        // One at a time: what they spend there is no more than the time there was.
        values["prelude_us_per_message"]!.Value.ShouldBeInRange(double.Epsilon, values["us_per_message"]!.Value * 1.001);
        CertificateFolders().ShouldBeEmpty();
    }

    [Fact]
    public async Task Ctrl_C_leaves_no_certificates_behind()
    {
        Requires.Present(TestPrerequisites.Unix);
        using var fathom = FathomProcess.StartWith(new Dictionary<string, string> { ["TMPDIR"] = Scratch, ["TMP"] = Scratch },
            "run", "mediator", "--level", "certificate=per-call", "--out", _temporary.PathOf("results"));
        await Eventually.HoldsAsync(() => CertificateFolders().Any(), "a sender has its certificates in files");
        fathom.Interrupt();

        (await fathom.ExitAsync(TimeSpan.FromSeconds(120))).ShouldBe(130);
        CertificateFolders().ShouldBeEmpty();
    }

    private IEnumerable<string> CertificateFolders() => Directory.EnumerateDirectories(Scratch, "fathom-mediator-*");
}
