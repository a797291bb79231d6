namespace Fathom.Contracts.Tests.Generator;

/// <summary>The extension by which a node learns an assembly's handlers is named after it, whatever it is called.</summary>
public class RegistrationTests
{
    private const string Source = """
        using System.Threading.Tasks;
        using Fathom.Contracts;
        using Fathom.Mediator.Messages;

        namespace Shop;

        [Contract] public sealed partial record Ask([property: Member(1)] int Id) : IRequest<Told>;
        [Contract] public sealed partial record Told([property: Member(1)] int Id);
        public sealed class AskHandler : IRequestHandler<Ask, Told>
        {
            public ValueTask<Told> HandleAsync(Ask request, MessageContext context) => new(new Told(request.Id));
        }
        """;

    [Theory]
    [InlineData("my-shop.orders", "MyShopOrders")]
    [InlineData("fathom-mediator", "FathomMediator")]
    [InlineData("Acme.Orders", "AcmeOrders")]
    [InlineData("orders", "Orders")]
    [InlineData("my_shop", "My_shop")]
    [InlineData("..2nd--shop 1.0", "2ndShop10")]
    public void An_assembly_of_any_name_gets_an_extension_whose_name_reads_like_one_in_CSharp(string assembly, string identifier)
    {
        var run = GeneratorRun.In(assembly, Source);

        run.CompilerProblems.ShouldBeEmpty();
        run.Result.GeneratedSources.ShouldContain(s =>
            s.SourceText.ToString().Contains($" AddHandlersOf{identifier}(this ", StringComparison.Ordinal));
    }
}
