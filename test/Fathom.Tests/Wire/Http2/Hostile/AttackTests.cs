using System.Reflection;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>Whatever a peer does too often ends its connection with ENHANCE_YOUR_CALM, one time too many and not before, and costs bounded
/// memory.</summary>
public sealed class AttackTests
{
    public static TheoryData<string, Enum> Cases
    {
        get
        {
            var cases = new TheoryData<string, Enum>();
            foreach (var attack in Attacks.All)
            {
                cases.Add(attack.ToString(), Http2Role.Server);
                if (attack.OfBothRoles)
                {
                    cases.Add(attack.ToString(), Http2Role.Client);
                }
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Just_below_the_limit_is_served_and_one_more_ends_the_connection(string name, Enum side)
    {
        var role = (Http2Role)side;
        var attack = Find(name);
        var peer = attack.Against(role);
        var count = 0;
        for (var second = 0; second < 3; second++)
        {
            for (var i = 0; i < attack.Allowed; i++)
            {
                attack.Do(peer, count++);
            }

            peer.Engine.IsEnded.ShouldBeFalse(peer.Events.ConnectionEnd?.Reason);
            peer.Read();
            peer.Now += 1000;
        }

        peer.Frame(Http2FrameType.Ping, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
        peer.Read().ShouldContain(frame => frame.Type == Http2FrameType.Ping && frame.Header.Has(FrameFlag.Ack),
            "a peer below the limit is served");
        peer.Now += 1000;
        for (var i = 0; i <= attack.Allowed; i++)
        {
            peer.Engine.IsEnded.ShouldBeFalse("ended too soon");
            attack.Do(peer, count++);
        }

        peer.ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
        peer.Events.ConnectionEnd!.Value.Reason.ShouldBe(attack.Reason);
        peer.Engine.Output.AllocatedBytes.ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Whoever_never_reads_is_cut_off_before_much_is_kept(string name, Enum side)
    {
        var role = (Http2Role)side;
        var attack = Find(name);
        var limits = Attacks.Bearing(attack.Options.Limits) with { MaxPendingOutputBytes = 50_000 };
        var peer = attack.Against(role, attack.Options with { Limits = limits });
        for (var i = 0; i < 6000 && !peer.Engine.IsEnded; i++)
        {
            attack.Do(peer, i);

            // Beyond the limit: the answer to one more frame, GOAWAY, and what of a segment is not used.
            peer.Engine.Output.AllocatedBytes.ShouldBeLessThanOrEqualTo(limits.MaxPendingOutputBytes + 64 * 1024);
        }

        if (peer.Engine.IsEnded)
        {
            peer.Events.ConnectionEnd!.Value.ShouldBe(
                new Http2ConnectionEnd(false, Http2ErrorCode.EnhanceYourCalm, nameof(Http2Limits.MaxPendingOutputBytes)));
        }
        else
        {
            peer.Engine.Output.Length.ShouldBeLessThan(1000, "an attack that provokes an answer each time is cut off");
        }
    }

    [Fact]
    public void Every_limit_has_its_case()
    {
        var limits = typeof(Http2Limits).GetProperties(BindingFlags.Public | BindingFlags.Instance).Select(property => property.Name);
        Attacks.All.Select(attack => attack.Limit).Concat(SizeLimitTests.Limits).Concat(FrameRateTests.Limits).Distinct()
            .Order(StringComparer.Ordinal).ShouldBe(limits.Order(StringComparer.Ordinal));
    }

    private static Attack Find(string name) => Attacks.All.Single(attack => attack.ToString() == name);
}
