using Fathom.Cli.Commands;
using Fathom.Contracts;
using Fathom.FunctionalTests.Cli.Servers;
using Fathom.Mediator.Topology;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Google.Protobuf.Reflection;
using Grpc.Reflection.V1Alpha;

namespace Fathom.FunctionalTests.Cli;

/// <summary>A server that puts commands for a terminal, forged lines and reversed text into all that it sends: a user sees text.</summary>
public class HostileTextTests
{
    private const string Attack = "\u001b]0;owned\u0007\u009b2J\u202egpj\u2066\u200f\nfathom: forged";

    // What each command that talks to a server or a node does with it; the others read files of the user.
    private static readonly Dictionary<string, string[]> Runs = new()
    {
        ["list"] = ["list", "TARGET"],
        ["describe"] = ["describe", "TARGET"],
        ["call"] = ["call", "TARGET", "shop.Shop/Watch", "-v"],
        ["load"] = ["load", "TARGET", "--call", "shop.Shop/Watch", "-n", "20", "-c", "2"],
        ["doctor"] = ["doctor", "TARGET", "--call", "shop.Shop/Watch", "--budget", "5s"],
        ["mediator graph"] = ["mediator", "graph", "http://TARGET"],
    };

    private static readonly string[] Local = ["compare", "merge", "link", "link set", "check", "run", "serve", "report", "proto export",
        "mediator invite", "mediator revoke"];

    public static TheoryData<string, bool> Commands =>
        [.. Runs.Keys.SelectMany(name => new (string, bool)[] { (name, true), (name, false) })];

    [Fact]
    public void Every_command_is_here() =>
        Runs.Keys.Concat(Local).ShouldBe(CommandRegistry.All.Select(c => c.Name), ignoreOrder: true);

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task A_command_shows_text(string command, bool sound)
    {
        await using var host = sound ? Sound() : Refusing();
        var run = await FathomRun.OfAsync([.. Runs[command].Select(word =>
            word.Replace("TARGET", host.Address.Authority, StringComparison.Ordinal))]);

        var text = run.Output + run.Error;
        if (!sound || command is not ("load" or "doctor"))
        {
            text.ShouldContain("owned", Case.Sensitive, "what the server sent is shown");
        }

        text.Where(c => char.IsControl(c) && c is not ('\n' or '\t')).ShouldBeEmpty(text);
        text.ShouldNotContain("\u202e");
        text.ShouldNotContain("\u2066");
        text.ShouldNotContain("\u200f");
        text.Split('\n').ShouldAllBe(line => !line.StartsWith("fathom: forged", StringComparison.Ordinal), text);
    }

    // Its names and replies are hostile.
    private static NativeHost Sound()
    {
        var file = ScriptedShop.File.Clone();
        file.Dependency.Add($"{Attack}.proto");
        var tool = new FileDescriptorProto
        {
            Name = "tool.proto", Package = "tool", Dependency = { Attack }, Service = { new ServiceDescriptorProto { Name = "Tool",
                Method = { new MethodDescriptorProto { Name = "Hit", InputType = ".lost.Nail", OutputType = ".lost.Nail" } } } },
        };
        var reply = System.Text.Encoding.UTF8.GetBytes(Attack);
        return Start([[0x0A, (byte)reply.Length, .. reply]], null, ScriptedReflection.Of(["shop.Shop", "tool.Tool", Attack],
                new() { ["shop.proto"] = file, ["tool.proto"] = tool }),
            () => ContractSerializer.ToArray(new TopologyResponse(Attack, [new TopologyNode($"north {Attack}", Attack,
                [new TopologyLink(Attack, Attack, Attack, ""), new TopologyLink(Attack, Attack, "", Attack)])])));
    }

    // Its refusals are.
    private static NativeHost Refusing()
    {
        static RpcException Refusal() => new(new Status(StatusCode.FailedPrecondition, Attack), new Metadata
        {
            { "grpc-status-details-bin", new byte[] { 0x12, (byte)'e', 0x1B, (byte)'[' } },
        });
        var sound = ScriptedReflection.Of(["shop.Shop"], new() { ["shop.proto"] = ScriptedShop.File });
        return Start([], _ => throw Refusal(),
            question => question.MessageRequestCase == ServerReflectionRequest.MessageRequestOneofCase.ListServices
                ? ScriptedReflection.Error(StatusCode.PermissionDenied, Attack) : sound(question), () => throw Refusal());
    }

    private static NativeHost Start(byte[][] replies, Action<ServerCallContext>? end,
        Func<ServerReflectionRequest, ServerReflectionResponse> reflection, Func<byte[]> topology)
    {
        var bytes = new BytesMarshaller();
        return NativeHost.Start(
            [
                ScriptedShop.Definition(replies, end),
                ScriptedReflection.Define("v1", reflection),
                new ServiceBuilder("fathom.mediator.v1.Graph").Unary(
                    new Method<byte[], byte[]>(MethodKind.Unary, "fathom.mediator.v1.Graph", "Look", bytes, bytes),
                    (_, _) => new ValueTask<byte[]>(topology())).Build(),
            ],
            new NativeHostOptions());
    }
}
