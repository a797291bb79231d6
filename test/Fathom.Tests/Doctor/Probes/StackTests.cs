using Fathom.Doctor.Probes.Runtime;

namespace Fathom.Tests.Doctor.Probes;

/// <summary>What a thread was doing, from the names on its stack, and where in the application.</summary>
public class StackTests
{
    [Theory]
    [InlineData("App.Client+<>c__DisplayClass0_0.<Run>b__0(int32)", "App.Client.Run")]
    [InlineData("App.Client+<SendAsync>d__3.MoveNext()", "App.Client.SendAsync")]
    [InlineData("Program+<<Main>$>d__0.MoveNext()", "Program.Main")]
    [InlineData("App.Client.<Run>g__Call|3_0(class System.String)", "App.Client.Call in Run")]
    [InlineData("App.Client+<<RunAsync>g__ReadAsync|5_0>d.MoveNext()", "App.Client.ReadAsync in RunAsync")]
    [InlineData("App.Client+<>c+<<RunAsync>b__5_0>d.MoveNext()", "App.Client.RunAsync")]
    [InlineData("App.Client+Inner.Load(class System.String)", "App.Client.Inner.Load")]
    public void The_names_of_the_compiler_become_those_of_the_author(string method, string readable) =>
        StackPlace.Readable(method).ShouldBe(readable);

    [Fact]
    public void The_place_is_the_innermost_method_that_is_neither_the_frameworks_nor_a_librarys()
    {
        StackPlace.Of(["System.Threading.Monitor.Wait", "Grpc.Net.Client.X.Y", "App.Inner.Load", "App.Outer.Run"])
            .ShouldBe("App.Inner.Load");
        StackPlace.Of(["System.Threading.Monitor.Wait"]).ShouldBeNull();
    }

    [Fact]
    public void A_thread_of_the_pool_is_blocked_where_it_waits_within_a_work_item()
    {
        const string Wait = "System.Threading.Tasks.Task.InternalWaitCore";
        const string WorkItem = "System.Threading.ThreadPoolWorkQueue.Dispatch";
        StackClassifier.Classify([Wait, "App.Run", WorkItem]).ShouldBe(StackKind.BlockedPoolThread);
        StackClassifier.Classify([Wait, "App.Main"]).ShouldBe(StackKind.None, "a thread of its own may wait");
        StackClassifier.Classify(["System.Threading.LowLevelLifoSemaphore.Wait"]).ShouldBe(StackKind.None, "an idle thread of the pool");
    }

    [Fact]
    public void The_thread_that_writes_the_log_holds_up_nobody_but_a_full_queue_does()
    {
        const string Console = "Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor";
        StackClassifier.Classify(["System.Threading.Monitor.Wait", $"{Console}.ProcessLogQueue"]).ShouldBe(StackKind.None);
        StackClassifier.Classify(["System.Threading.Monitor.Wait", $"{Console}.Enqueue", "App.Run"]).ShouldBe(StackKind.Logging);
    }

    [Fact]
    public void A_chain_that_is_built_in_a_handshake_belongs_to_the_connection()
    {
        const string Chain = "System.Security.Cryptography.X509Certificates.X509Chain.Build";
        StackClassifier.Classify([Chain, "App.Load"]).ShouldBe(StackKind.Certificate);
        StackClassifier.Classify([Chain, "System.Net.Security.SslStream.VerifyRemoteCertificate"]).ShouldBe(StackKind.Connect);
    }

    [Theory]
    [InlineData("System.Text.Json.JsonSerializer.Serialize", true)]
    [InlineData("Google.Protobuf.JsonFormatter.Format", true)]
    [InlineData("Google.Protobuf.MessageExtensions.ToByteArray", false)]
    [InlineData("MessagePack.Formatters.TypelessFormatter.Serialize", true)]
    [InlineData("MessagePack.MessagePackSerializer.Serialize", false)]
    public void A_serializer_that_finds_out_what_a_message_is_is_told_from_a_generated_one(string method, bool isReflecting) =>
        StackClassifier.Classify([method, "App.Run"]).HasFlag(StackKind.Reflection).ShouldBe(isReflecting);
}
