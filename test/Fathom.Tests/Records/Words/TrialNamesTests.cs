using Fathom.Records;
using Fathom.Records.Words;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Words;

public sealed class TrialNamesTests
{
    public static TheoryData<string> Records => [.. CommittedRecords.Names];

    [Fact]
    public void A_trial_is_named_by_what_differs_from_the_baseline()
    {
        var names = new TrialNames(CommittedRecords.Read("channels"));
        names.Of("t01").ShouldBe("baseline");
        names.Of("t02").ShouldBe("awaited");
        names.Of("t03").ShouldBe("200 pool threads");
        names.Of("t08").ShouldBe("sequential, one channel");
        names.Of("t99").ShouldBe("t99");
    }

    [Theory]
    [MemberData(nameof(Records))]
    public void Every_trial_has_a_name_of_its_own_without_its_id(string name)
    {
        var record = CommittedRecords.Read(name);
        var naming = new TrialNames(record);
        var names = record.Trials.Select(t => naming.Of(t.Id)).ToList();
        names.ShouldBeUnique();
        names.ShouldAllBe(n => record.Trials.All(t => !n.Contains(t.Id)));
    }

    [Theory]
    [InlineData("host", "grpc-aspnetcore", "Grpc.AspNetCore")]
    [InlineData("runtime", "3.1", ".NET Core 3.1")]
    [InlineData("runtime", "6", "runtime 6")]
    [InlineData("logging", "off", "no logging")]
    [InlineData("logging", "default", "default logging")]
    [InlineData("loss", "2%", "2 % loss")]
    [InlineData("loss", "0%", "no loss")]
    [InlineData("link", "100mbit", "100 Mbit/s line")]
    [InlineData("delay", "250ms", "250 ms each way")]
    [InlineData("size", "256k", "256 KiB")]
    [InlineData("calls", "10000", "10,000 calls")]
    public void A_level_that_says_nothing_alone_has_its_factor_beside_it(string factor, string level, string words) =>
        TrialNames.Level(factor, level).ShouldBe(words);

    [Fact]
    public void Levels_of_one_word_are_kept_apart()
    {
        var record = SyntheticRecords.Channels();
        var names = new TrialNames(record with
        {
            Factors = [.. record.Factors, new FactorInfo("server", "", ["one", "async"])],
            Trials = [.. record.Trials.Take(2), record.Trials[0] with
            {
                Id = "t03",
                Factors = new Dictionary<string, string>(record.Trials[0].Factors) { ["server"] = "awaited" },
            }],
        });
        names.Of("t02").ShouldBe("awaited (t02)");
        names.Of("t03").ShouldBe("awaited (t03)");
    }

    [Fact]
    public void A_text_of_the_record_has_names_in_place_of_ids()
    {
        var names = new TrialNames(CommittedRecords.Read("channels"));
        names.In("t01 only waits, t02 ran alone, t99 is none, and about10 neither.")
            .ShouldBe("'baseline' only waits, 'awaited' ran alone, t99 is none, and about10 neither.");
    }
}
