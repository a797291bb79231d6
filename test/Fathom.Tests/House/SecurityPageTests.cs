using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Settings;
using Fathom.Mediator.Topology;
using Fathom.TestKit;
using Fathom.Transport.Logging;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.House;

/// <summary>SECURITY.md states what the code allows a peer, and names tests that there are.</summary>
public partial class SecurityPageTests
{
    private static readonly string Page = File.ReadAllText(Repository.PathOf("SECURITY.md"));

    public static TheoryData<string> Figures
    {
        get
        {
            var host = new NativeHostOptions();
            var limits = host.Http2.Limits;
            return
            [
                Text($"{host.EffectiveMaxConnectionsPerAddress:n0} of one address"), Text($"{host.MaxConnections:n0} in all"),
                Text($"{host.HandshakeTimeout.TotalSeconds} s until SETTINGS"),
                Text($"{host.KeepAliveTimeout.TotalSeconds} s without a call"),
                Text($"{host.EffectiveMaxBufferedBytes >> 20} MiB for all clients"), Text($"{host.Http2.MaxConcurrentStreams} at a time"),
                Text($"{host.EffectiveMaxUnfinishedCalls} handlers"), Text($"{limits.MaxHeaderListSize >> 10} KiB of header fields"),
                Text($"{Metadata.MaxReceivedEntries:n0} entries of metadata"),
                Text($"{host.MinRequestBodyDataRate!.BytesPerSecond} B/s"),
                Text($"after {host.MinResponseDataRate!.GracePeriod.TotalSeconds} s"),
                Text($"{limits.MaxResetsPerSecond:n0} resets a second and {limits.MaxResetsPerMinute:n0} a minute"),
                Text($"{limits.MaxPingsPerSecond} PINGs, {limits.MaxSettingsPerSecond} SETTINGS"),
                Text($"{limits.MaxEmptyFramesPerSecond} empty frames a second"),
                Text($"{limits.MaxIgnoredFramesPerSecond:n0} a second that are ignored"),
                Text($"{RateLimitedLogger.MaxLinesPerMinute} a minute of each kind"),
                Text($"{host.Server.MaxStatusMessageBytes >> 10} KiB of message"),
                Text($"complete after {host.FrameTimeout.TotalSeconds} s"),
                Text($"{host.Server.MaxReceiveMessageSize >> 20} MiB, before"),
                Text($"{Invitations.DefaultLifetime.TotalMinutes} minutes"),
                Text($"{TopologyLimits.MaxNodes:n0} nodes with {TopologyLimits.MaxLinks:n0} remotes"),
                Text($"in {TopologyLimits.MaxAnswerBytes >> 10} KiB"),
                Text($"{TopologyLimits.MaxHops} hops, {TopologyLimits.Timeout.TotalSeconds} s"),
                Text($"{TopologyLimits.MaxQueriesPerSecond} requests a second"),
                Text($"{new GrpcSettings().DefaultDeadline.TotalSeconds} s, unless its sender"),
            ];
        }
    }

    public static TheoryData<string> Tests => [.. TestName().Matches(Page).Select(m => m.Groups[1].Value).Distinct()];

    [Theory]
    [MemberData(nameof(Figures))]
    public void A_figure_is_the_one_of_the_code(string figure) => Page.ShouldContain(figure, Case.Sensitive);

    [Theory]
    [MemberData(nameof(Tests))]
    public void A_test_that_is_named_exists(string test) =>
        Directory.EnumerateFiles(Repository.PathOf("test"), $"{test}.cs", SearchOption.AllDirectories).ShouldNotBeEmpty();

    [Fact]
    public void Every_row_names_a_test() =>
        Page.Split('\n').Where(line => line.StartsWith("| ", StringComparison.Ordinal) && line.Count(c => c == '|') == 4)
            .SkipWhile(line => !line.StartsWith("| connections", StringComparison.Ordinal)).ShouldAllBe(line => TestName().IsMatch(line));

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    [GeneratedRegex("`([A-Z]\\w+Tests)`")]
    private static partial Regex TestName();
}
