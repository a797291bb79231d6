using Fathom.Contracts.Tests.Samples;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Messages that cannot be written, and what writing costs.</summary>
public class WritingTests
{
    [Fact]
    public void What_protobuf_has_no_form_for_is_refused()
    {
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(new Scalars { Text = "\uD800" })).Message.ShouldContain(
            "surrogate");
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(
            new Optionals { Span = TimeSpan.MaxValue })).Message.ShouldContain("Duration");
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(new Lists { Messages = [null!] })).Message.ShouldContain(
            "null");
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(new Lists { Blobs = [null!] })).Message.ShouldContain(
            "null");
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(
            new Delivery { Target = new Target.Shop(null!) })).Message.ShouldContain("null");
    }

    [Fact]
    public void A_message_that_changes_between_the_passes_is_noticed()
    {
        var lists = new Lists { Ints = [1, 2, 3] };
        Should.Throw<InvalidOperationException>(() =>
        {
            using var measured = ContractSerializer.Measure(lists);
            lists.Ints.Add(4);
            measured.ToArray();
        }).Message.ShouldContain("changed between measuring and writing");
        Should.Throw<InvalidOperationException>(() =>
        {
            using var measured = ContractSerializer.Measure(lists);
            lists.Ints.Clear();
            measured.WriteTo(new PiecewiseOutput(100));
        });
    }

    [Fact]
    public void A_deep_message_is_measured_once()
    {
        // 90 levels of a name: measured anew at each level it would be read 4000 times.
        var message = new Positional(0, "", null);
        for (var level = 0; level < 90; level++)
        {
            message = new Positional(level, new string('n', 50_000), message);
        }

        var bytes = ContractSerializer.ToArray(message);
        ContractSerializer.Read<Positional>(bytes, new ContractReadOptions { MaxMessageSize = bytes.Length }).ShouldBe(message);
    }
}
