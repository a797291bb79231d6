namespace Fathom.Bench.Mediator;

/// <summary>The bar of a figure.</summary>
/// <param name="Least">Minimum, or null.</param>
/// <param name="Most">Maximum, or null.</param>
/// <param name="Aim">A value to aim for, or null.</param>
/// <param name="Of">Name of the reference figure of the same run: the bar then applies to the ratio. Null: it applies to the value.</param>
internal sealed record Bar(double? Least = null, double? Most = null, double? Aim = null, string? Of = null)
{
    public bool HoldsFor(double value) => !(value < Least) && !(value > Most);
}

/// <summary>A figure of the mediator and its measurement.</summary>
/// <param name="Name">The figure.</param>
/// <param name="Unit">Unit of its values.</param>
/// <param name="Published">The published value, or null.</param>
/// <param name="Bar">The bar, or null for a reference figure.</param>
/// <param name="Measure">Measures it once, for the given seconds.</param>
internal sealed record MediatorFigure(string Name, string Unit, double? Published, Bar? Bar, Func<double, double> Measure);
