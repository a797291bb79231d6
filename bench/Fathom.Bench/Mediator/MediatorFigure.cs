namespace Fathom.Bench.Mediator;

/// <summary>What is asked of a figure.</summary>
/// <param name="Least">It is at least this; null: nothing is too little.</param>
/// <param name="Most">It is at most this; null: nothing is too much.</param>
/// <param name="Aim">What would be good.</param>
/// <param name="Of">The figure that it is told as a multiple of, both measured in the same run; null: it is told as it is.</param>
internal sealed record Bar(double? Least = null, double? Most = null, double? Aim = null, string? Of = null)
{
    public bool HoldsFor(double value) => !(value < Least) && !(value > Most);
}

/// <summary>One figure of the mediator, and how it is measured.</summary>
/// <param name="Name">What it is.</param>
/// <param name="Unit">Unit of its values.</param>
/// <param name="Published">The published one; null where there is none.</param>
/// <param name="Bar">What is asked of it; null of what others are measured by.</param>
/// <param name="Measure">Measures it once, for so many seconds.</param>
internal sealed record MediatorFigure(string Name, string Unit, double? Published, Bar? Bar, Func<double, double> Measure);
