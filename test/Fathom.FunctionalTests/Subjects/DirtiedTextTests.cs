using Fathom.Subjects.Download;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.FunctionalTests.Subjects;

public class DirtiedTextTests
{
    [Fact]
    public void One_byte_of_17_is_another_one() => Prop.ForAll(ArbMap.Default.ArbFor<int>(), seed =>
    {
        const int Size = 170_000;
        var bytes = new byte[Size];
        DirtiedText.Dirty(bytes, new Random(seed));

        // 10,000 of them; gaps are uniform, so that the number has a deviation of 58.
        bytes.Count(b => b != 0).ShouldBeInRange(9_650, 10_350);
        bytes.ShouldAllBe(b => b == 0 || (b >= ' ' && b <= '~'));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void No_block_of_34_bytes_is_left_as_it_was()
    {
        var bytes = new byte[10_000];
        DirtiedText.Dirty(bytes, new Random(1));
        var gaps = bytes.Index().Where(b => b.Item != 0).Select(b => b.Index).ToList();
        gaps[0].ShouldBeLessThan(34);
        gaps.Zip(gaps.Skip(1), (a, b) => b - a).Max().ShouldBeLessThanOrEqualTo(33);
    }
}
