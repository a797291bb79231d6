using System.Net;
using Fathom.Mediator.Settings;
using Fathom.Transport.Compression;
using Fathom.Transport.Codecs;
using Fathom.Transport.Server;
using Microsoft.Extensions.Configuration;

namespace Fathom.Tests.Mediator.Settings;

/// <summary>Settings from text to a plan, or to all that is wrong with them.</summary>
public class NodePlannerTests
{
    [Fact]
    public void What_is_not_said_has_its_default()
    {
        var plan = Plan([]).ShouldNotBeNull();

        plan.Host.ShouldBeNull();
        plan.Remotes.ShouldBeEmpty();
        (plan.MaxMessageSize, plan.DetailedErrors, plan.MaxHops, plan.RememberedCount, plan.RememberedFor)
            .ShouldBe((4 << 20, false, 16, 65_536, TimeSpan.FromMinutes(10)));
        (plan.DefaultDeadline, plan.KeepAlive).ShouldBe(
            (TimeSpan.FromSeconds(30), new KeepAlivePlan(TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(10))));
        plan.Requests.ShouldBe(MessageCompression.None);
        plan.Responses.ShouldBe(MessageCompression.None);
    }

    [Fact]
    public void What_is_said_is_so()
    {
        var plan = Plan([
            ("Host:Host", "*"), ("Host:Port", "18001"), ("Host:Name", "red"), ("Host:Handlers", "eventloop"),
            ("Remotes:Blue:Host", "blue.example"), ("Remotes:Blue:Port", "18002"), ("Remotes:Blue:WaitForReady", "true"),
            ("Remotes:Blue:InitialReconnectBackoff", "00:00:02"), ("Remotes:Blue:MaxReconnectBackoff", "00:01:00"),
            ("Grpc:MaxMessageSize", "1000"), ("Grpc:DetailedErrors", "True"), ("Grpc:DefaultDeadline", "00:01:00"),
            ("Grpc:KeepAliveTime", "00:00:05"), ("Grpc:KeepAliveTimeout", "00:00:02"),
            ("Grpc:Compression:Codec", "GZIP"), ("Grpc:Compression:Level", "9"), ("Grpc:Compression:Mode", "always"),
                ("Grpc:Compression:Messages", "responses"),
            ("Notifications:MaxHops", "3"), ("Notifications:RememberedCount", "10"), ("Notifications:RememberedFor", "00:00:10"),
        ]).ShouldNotBeNull();

        plan.Host.ShouldBe(new HostPlan(IPAddress.Any, 18001, "red", HandlerScheduling.EventLoop));
        plan.Remotes.ShouldBe(
            [new RemotePlan("Blue", "blue.example", 18002, "blue", true, TimeSpan.FromSeconds(2), TimeSpan.FromMinutes(1))]);
        (plan.MaxMessageSize, plan.DetailedErrors, plan.MaxHops, plan.RememberedCount, plan.RememberedFor)
            .ShouldBe((1000, true, 3, 10, TimeSpan.FromSeconds(10)));
        (plan.DefaultDeadline, plan.KeepAlive).ShouldBe(
            (TimeSpan.FromMinutes(1), new KeepAlivePlan(TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(2))));
        plan.Requests.ShouldBe(MessageCompression.None);
        plan.Responses.ShouldBe(MessageCompression.Always(CodecRegistry.Gzip, 9));
    }

    [Fact]
    public void A_section_that_is_empty_is_not_there()
    {
        // An environment variable HOST is a value, and no section.
        Plan([("Host", "somewhere")]).ShouldNotBeNull().Host.ShouldBeNull();
    }

    [Fact]
    public void Every_fault_is_named_at_once_with_what_was_found_and_what_is_accepted() => Faults([
        ("Host:Host", "red.example"), ("Host:Port", "65536"), ("Host:Name", "rød"), ("Host:Handlers", "somewhere"),
        ("Remotes:Blue:Host", "blue example"), ("Remotes:Blue:Prot", "1"), ("Remotes:Blue:WaitForReady", "yes"),
            ("Remotes:Blue:InitialReconnectBackoff", "2s"),
        ("Remotes:Green:MaxReconnectBackoff", "-00:00:01"), ("Remotes:Green:Host", "::1"), ("Remotes:Green:Port", "1"),
        ("Grpc:MaxMessageSize", "10MB"), ("Grpc:DetailedErrors", "perhaps"), ("Grpc:MaxMesageSize", "1"),
            ("Grpc:DefaultDeadline", "30s"), ("Grpc:KeepAliveTime", "00:00:00"), ("Grpc:KeepAliveTimeout", "2.00:00:00"),
        ("Grpc:Compression:Codec", "zip"), ("Grpc:Compression:Level", "high"), ("Grpc:Compression:Mode", "never"),
            ("Grpc:Compression:Messages", "some"),
        ("Notifications:MaxHops", "0"), ("Notifications:RememberedCount", "0"), ("Notifications:RememberedFor", "00:00:00"),
    ]).ShouldBe([
        "Host:Handlers is 'somewhere': ThreadPool, EventLoop are accepted.",
        "Remotes:Blue:WaitForReady is 'yes': true and false are accepted.",
        "Remotes:Blue:InitialReconnectBackoff is '2s': a duration as in 00:00:30 is accepted.",
        "Remotes:Blue:Prot is not known: Host, Port, Node, WaitForReady, InitialReconnectBackoff, MaxReconnectBackoff are accepted.",
        "Grpc:MaxMessageSize is '10MB': a whole number, digits alone, is accepted.",
        "Grpc:DetailedErrors is 'perhaps': true and false are accepted.",
        "Grpc:Compression:Level is 'high': a whole number, digits alone, is accepted.",
        "Grpc:Compression:Mode is 'never': Adaptive, Always are accepted.",
        "Grpc:Compression:Messages is 'some': Both, Responses, Requests are accepted.",
        "Grpc:MaxMesageSize is not known: MaxMessageSize, DefaultDeadline, KeepAliveTime, KeepAliveTimeout, PlainText, "
            + "DetailedErrors, Compression are accepted.",
        "Grpc:DefaultDeadline is '30s': a duration as in 00:00:30 is accepted.",
        "Grpc:KeepAliveTime is 00:00:00: more than 0 and up to 1.00:00:00 are accepted.",
        "Grpc:KeepAliveTimeout is 2.00:00:00: more than 0 and up to 1.00:00:00 are accepted.",
        "Grpc:Compression:Codec is 'zip': none, gzip, deflate, br, lz4, zstd are accepted.",
        "Notifications:MaxHops is 0: 1 to 255 are accepted.",
        "Notifications:RememberedCount is 0: 1 to 10000000 are accepted.",
        "Notifications:RememberedFor is 00:00:00: more than 0 and up to 1.00:00:00 are accepted.",
        "Host:Host is 'red.example': an IP address, localhost and * (all addresses) are accepted.",
        "Host:Port is 65536: 0 to 65535 are accepted.",
        "Host:Name is 'rød': 1 to 100 printable ASCII characters are accepted.",
        "Remotes:Blue:Host is 'blue example': a host name or IP address is accepted.",
        "Remotes:Blue:Port is 0: 1 to 65535 are accepted.",
        "Remotes:Green:MaxReconnectBackoff is -00:00:01: more than 0 and up to 1.00:00:00 are accepted.",
    ], ignoreOrder: true);

    [Fact]
    public void A_level_that_the_codec_does_not_have_is_a_fault() =>
        Faults([("Grpc:Compression:Codec", "gzip"), ("Grpc:Compression:Level", "10")])
        .ShouldHaveSingleItem().ShouldStartWith("Grpc:Compression:Level is 10: ");

    [Fact]
    public void Settings_made_by_code_are_held_to_the_same()
    {
        var settings = new MediatorSettings();
        settings.Remotes["Red"] = new RemoteSettings();

        new MediatorSettingsValidator().Validate(null, settings).Failures.ShouldNotBeNull().Count().ShouldBe(2);
        Should.Throw<ArgumentException>(() => new Fathom.Mediator.MediatorNode(settings, _ => { })).Message.ShouldContain(
            "Remotes:Red:Host is ''");
    }

    private static IReadOnlyList<string> Faults((string Key, string Value)[] values)
    {
        NodePlanner.Plan(Settings(values), out var faults).ShouldBeNull();
        return faults;
    }

    private static NodePlan? Plan((string Key, string Value)[] values)
    {
        var plan = NodePlanner.Plan(Settings(values), out var faults);
        faults.ShouldBeEmpty();
        return plan;
    }

    private static MediatorSettings Settings((string Key, string Value)[] values) =>
        MediatorSettings.From(new ConfigurationBuilder()
            .AddInMemoryCollection(values.Select(v => KeyValuePair.Create(v.Key, (string?)v.Value))).Build());
}
