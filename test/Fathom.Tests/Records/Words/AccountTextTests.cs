using Fathom.Records;
using Fathom.Records.Words;

namespace Fathom.Tests.Records.Words;

/// <summary>Accounting checks in words.</summary>
public class AccountTextTests
{
    private static readonly ModelCheck Account = new("time in the lock", 24_000, 24_500, "us") { IsAccounting = true };

    [Fact]
    public void A_check_says_that_both_figures_are_from_the_same_run() => AccountText.Line(Account)
        .ShouldBe("accounts for 24 ms of 24.5 ms (98 %), both measured in this run: time in the lock");

    [Fact]
    public void The_share_has_three_digits() => AccountText.Share(Account with { Predicted = 23_456 }).ShouldBe("95.7 %");
}
