using Fathom.Cli.Commands.Loads.Requests;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Schedules;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Fathom.TestKit;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Tests.Cli.Loads.Requests;

/// <summary>The requests of <c>fathom load</c>, by the number of the call.</summary>
public class LoadRequestsTests
{
    private const int Calls = 600;

    [Theory]
    [InlineData("""[{"name":"a"},{"name":"b"},{"name":"c"}]""")]
    [InlineData("""{"name":"{{n}} {{uuid}} {{random 1 1000000}}"}""")]
    public void Parts_of_a_plan_send_the_messages_of_the_whole_each_once(string data)
    {
        using var whole = Unary(Data(data)).Open();
        var expected = Enumerable.Range(0, Calls).Select(n => Text(whole, n)).ToList();
        var sent = new string?[Calls];
        for (var machine = 0; machine < 2; machine++)
        {
            for (var worker = 0; worker < 3; worker++)
            {
                var slot = new PlanSlot(machine, 2).Part(worker, 3);
                using var messages = Unary(Data(data)).Open();
                for (var i = 0; i < slot.ShareOf(Calls); i++)
                {
                    var number = slot.NumberOf(i);
                    sent[number].ShouldBeNull();
                    sent[number] = Text(messages, number);
                }
            }
        }

        sent.ShouldBe(expected);
    }

    [Fact]
    public void A_call_that_streams_sends_all_messages_in_order_and_numbers_go_on_in_the_next()
    {
        using var messages = new LoadRequests(Data("""[{"name":"{{n}}"},{"name":"x{{n}}"}]"""), isStreamed: true).Open();

        messages.CountOf(0).ShouldBe(2);
        new[] { (0L, 0), (0L, 1), (3L, 0), (3L, 1) }.Select(m => Mixin.Parser.ParseFrom(messages.Get(m.Item1, m.Item2).Span).Name)
            .ShouldBe(["0", "x1", "6", "x7"]);
        using var none = new LoadRequests(null, isStreamed: true).Open();
        none.CountOf(0).ShouldBe(0);
    }

    [Fact]
    public void Constant_data_allocates_nothing_per_call()
    {
        using var messages = Unary(Data("""[{"name":"a"},{"name":"b"},{"name":"c"}]""")).Open();
        AllocatedBy(messages).ShouldBe(0);
    }

    [Fact]
    public void Lines_stay_on_disk_and_are_read_without_allocation()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllLines(folder.PathOf("lines.jsonl"), Enumerable.Range(0, 5000).Select(i => $$"""{"name":"{{i}}","root":"r"}"""));
        using var messages = Unary(Data("@lines.jsonl", folder.Path)).Open();

        AllocatedBy(messages).ShouldBe(0);
        new[] { 4999L, 0, 12_345, 5000 }.Select(n => Text(messages, n)).ShouldBe(["4999", "0", "2345", "0"]);
    }

    [Fact]
    public void A_file_that_became_shorter_ends_the_run_with_what_to_do()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllLines(folder.PathOf("lines.jsonl"), Enumerable.Range(0, 5000).Select(i => $$"""{"name":"{{i}}"}"""));
        using var messages = Unary(Data("@lines.jsonl", folder.Path)).Open();
        File.WriteAllText(folder.PathOf("lines.jsonl"), "{}\n");

        Should.Throw<RequestDataException>(() => messages.Get(4000, 0)).Message.ShouldContain("must not change during a run");
    }

    private static LoadRequests Unary(RequestData data) => new(data, isStreamed: false);

    private static RequestData Data(string text, string folder = "")
    {
        var types = new DescriptorSetBuilder("the test");
        types.Add(ApiReflection.Descriptor.SerializedData);
        return RequestData.Read(text, Mixin.Descriptor, types.Build(), new RequestDataOptions { Folder = folder, MaxKeptLines = 0 });
    }

    private static string Text(IRequestMessages messages, long call) => Mixin.Parser.ParseFrom(messages.Get(call, 0).Span).Name;

    private static long AllocatedBy(IRequestMessages messages)
    {
        Read(12_000);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Read(12_000);
        return GC.GetAllocatedBytesForCurrentThread() - before;

        void Read(int calls)
        {
            for (var n = 0; n < calls; n++)
            {
                messages.Get(n, 0);
            }
        }
    }
}
